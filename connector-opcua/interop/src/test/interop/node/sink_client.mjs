// Checks the server that a sink of ours is with node-opcua. Usage: sink_client.mjs URL FOLDER; prints one JSON line per check.
// FOLDER has client.crt.pem and client.pem, whose certificate the server trusts. The user is ann with the password secret. The point
// press1.count counts up while this runs.

import {join} from 'node:path';
import {
  AttributeIds, ClientMonitoredItem, ClientSubscription, DataType, MessageSecurityMode, OPCUACertificateManager, OPCUAClient,
  SecurityPolicy, StatusCodes, TimestampsToReturn, UserTokenType, Variant,
} from 'node-opcua';

const [url, folder] = process.argv.slice(2);
const URI = 'urn:taktstrom:points';
const LIMIT_MILLIS = 30_000;

// node-opcua tells much; standard output is for answers.
for (const level of ['log', 'info', 'warn', 'debug']) console[level] = () => {};

function equal(actual, expected) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${a} instead of ${b}`);
}

async function waitFor(condition) {
  const end = Date.now() + LIMIT_MILLIS;
  while (!condition()) {
    if (Date.now() > end) throw new Error('it did not happen in time');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

let session;
let index;
const id = name => `ns=${index};s=${name}`;
const read = name => session.read({nodeId: id(name), attributeId: AttributeIds.Value});

async function secured(userName, password) {
  const keys = new OPCUACertificateManager({rootFolder: join(folder, 'node'), automaticallyAcceptUnknownCertificate: true});
  await keys.initialize();
  const secure = OPCUAClient.create({
    securityMode: MessageSecurityMode.SignAndEncrypt, securityPolicy: SecurityPolicy.Basic256Sha256, endpointMustExist: false,
    clientCertificateManager: keys, certificateFile: join(folder, 'client.crt.pem'), privateKeyFile: join(folder, 'client.pem'),
    applicationUri: 'urn:peer:client', connectionStrategy: {maxRetry: 1},
  });
  let value;
  await secure.withSessionAsync({endpointUrl: url, userIdentity: {type: UserTokenType.UserName, userName, password}},
    async other => {
      value = (await other.read({nodeId: id('press1.force'), attributeId: AttributeIds.Value})).value.value;
    });
  return value;
}

const checks = {
  async values() {
    equal((await read('press1.force')).value.value, 1.5);
    equal(Array.from((await read('press1.row')).value.value), [1, -2, 3]);
    const recipe = (await read('press1.recipe')).value.value;
    equal([recipe.id, recipe.name, recipe.ok], [7, 'seven', true]);
    equal((await read('press1.later')).statusCode.value, StatusCodes.BadWaitingForInitialData.value);
    equal((await read('press1.nothing')).statusCode.value, StatusCodes.BadNodeIdUnknown.value);
  },

  async every_value_in_order() {
    const subscription = ClientSubscription.create(session, {
      requestedPublishingInterval: 200, requestedLifetimeCount: 1000, requestedMaxKeepAliveCount: 20,
      maxNotificationsPerPublish: 0, publishingEnabled: true, priority: 1,
    });
    const item = ClientMonitoredItem.create(subscription, {nodeId: id('press1.count'), attributeId: AttributeIds.Value},
      {samplingInterval: 1000, queueSize: 10_000, discardOldest: true}, TimestampsToReturn.Source);
    const seen = [];
    item.on('changed', data => seen.push(data.value.value));
    await waitFor(() => seen.length > 2000);
    equal(seen, seen.map((_, i) => seen[0] + i));
    await subscription.terminate();
  },

  async writes_are_refused() {
    const status = await session.write({
      nodeId: id('press1.force'), attributeId: AttributeIds.Value, value: {value: new Variant({dataType: DataType.Float, value: 1})}});
    equal([StatusCodes.BadUserAccessDenied.value, StatusCodes.BadNotWritable.value].includes(status.value), true);
  },

  async secure_connections() {
    equal(await secured('ann', 'secret'), 1.5);
  },

  async wrong_passwords_are_refused() {
    let refused = '';
    try {
      await secured('ann', 'wrong');
    } catch (failure) {
      refused = failure.message;
    }
    equal(/BadUserAccessDenied|BadIdentityTokenInvalid/.test(refused), true);
  },
};

const client = OPCUAClient.create({endpointMustExist: false, connectionStrategy: {maxRetry: 3}});
await client.connect(url);
session = await client.createSession();
index = (await session.readNamespaceArray()).indexOf(URI);
for (const [check, run] of Object.entries(checks)) {
  let detail = '';
  try {
    await run();
  } catch (failure) {
    detail = `${check}: ${failure.stack}`;
  }
  process.stdout.write(`${JSON.stringify({check, ok: detail === '', detail})}\n`);
}
await session.close();
await client.disconnect();
process.exit(0);
