// Reaches a simulated PLC by way of its own router. Usage: node local_router.mjs HOST PORT NET_ID; prints one JSON line
// per check.

import assert from 'node:assert/strict';
import {Client} from 'ads-client';

const [host, port, netId] = process.argv.slice(2);

const newClient = () =>
  new Client({
    targetAmsNetId: netId,
    targetAdsPort: 851,
    routerAddress: host,
    routerTcpPort: Number(port),
    timeoutDelay: 30_000,
    autoReconnect: false,
    hideConsoleWarnings: true,
  });

const client = newClient();

const checks = {
  async port_is_given() {
    const {localAmsNetId, localAdsPort} = await client.connect();
    assert.equal(localAmsNetId, netId);
    assert.ok(localAdsPort >= 32_768);
  },

  async values() {
    assert.equal((await client.readValue('MAIN.nDint')).value, -2000000000);
  },

  async two_clients() {
    const other = newClient();
    const {localAdsPort} = await other.connect();
    assert.notEqual(localAdsPort, client.connection.localAdsPort);
    assert.equal((await other.readValue('MAIN.nDint')).value, -2000000000);
    assert.equal((await client.readValue('MAIN.nDint')).value, -2000000000);
    await other.disconnect();
  },

  async port_is_given_back() {
    await client.disconnect();
  },
};

for (const [name, check] of Object.entries(checks)) {
  const result = {check: name, ok: true, detail: ''};
  try {
    await check();
  } catch (error) {
    result.ok = false;
    result.detail = String(error);
  }
  console.log(JSON.stringify(result));
}
