// Checks a simulated PLC with ads-client. Usage: node client.mjs HOST PORT NET_ID; prints one JSON line per check.

import assert from 'node:assert/strict';
import {Client, ADS} from 'ads-client';

const [host, port, netId] = process.argv.slice(2);
const LIMIT_MILLIS = 30_000;

const client = new Client({
  targetAmsNetId: netId,
  targetAdsPort: 851,
  routerAddress: host,
  routerTcpPort: Number(port),
  localAmsNetId: '127.98.0.1.1.1',
  localAdsPort: 33_001,
  timeoutDelay: LIMIT_MILLIS,
  autoReconnect: false,
  hideConsoleWarnings: true,
});

const PACKED = {bFlag: true, nCount: -5, fValue: 0.25, sText: 'packed', aList: [7, 8, 9]};

// What the PLC has, and what else may be written.
const VALUES = {
  bBool: [true, false],
  nByte: [200, 17],
  nWord: [60000, 17],
  nDword: [4000000000, 17],
  nLword: [18000000000000000000n, 17n],
  nSint: [-100, 99],
  nUsint: [201, 17],
  nInt: [-30000, 17],
  nUint: [60001, 17],
  nDint: [-2000000000, 17],
  nUdint: [4000000001, 17],
  nLint: [-9000000000000000000n, -17n],
  nUlint: [18000000000000000001n, 17n],
  fReal: [1.5, -0.25],
  fLreal: [2.718281828459045, -1e100],
  tTime: [90_000, 17],
  sText: ['Grüezi', 'other'],
  wsText: ['Łódź', 'Ærø'],
  aInts: [[1, -2, 3, -4, 5], [5, 4, 3, 2, 1]],
  aReals: [[0.5, 1.5, 2.5], [1, 2, 3]],
  aTexts: [['one', 'two'], ['3', '4']],
  stPacked: [PACKED, {...PACKED, nCount: 12, sText: 'new'}],
};

const until = async condition => {
  for (const end = Date.now() + LIMIT_MILLIS; !(await condition()); ) {
    assert(Date.now() < end, 'it did not happen in time');
    await new Promise(resolve => setTimeout(resolve, 5));
  }
};

// The ADS error code of work that fails, or 0.
const errorOf = async work => {
  try {
    await work();
    return 0;
  } catch (error) {
    for (let cause = error; cause; cause = cause.parent) {
      if (cause.adsError?.errorCode) return cause.adsError.errorCode;
    }
    throw error;
  }
};

const u32 = value => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const checks = {
  async device_info() {
    const {majorVersion, minorVersion, versionBuild, deviceName} = await client.readDeviceInfo();
    assert.deepEqual([majorVersion, minorVersion, versionBuild, deviceName], [3, 1, 4024, 'Plc30 App']);
  },

  async states() {
    const system = await client.readTcSystemExtendedState();
    assert.deepEqual(
      [system.adsState, system.version, system.revision, system.build], [ADS.ADS_STATE.Run, 3, 1, 4024]);
    assert.ok(system.restartIndex > 0);
    assert.equal((await client.readPlcRuntimeState()).adsState, ADS.ADS_STATE.Run);
    assert.equal((await client.readTcSystemState()).adsState, ADS.ADS_STATE.Run);
  },

  async symbols() {
    const symbols = await client.getSymbols();
    const names = Object.keys(VALUES).map(name => 'main.' + name.toLowerCase());
    for (const name of names) assert(Object.keys(symbols).some(key => key.toLowerCase() === name), name);
    const counter = await client.getSymbol('MAIN.nCounter');
    assert.deepEqual([counter.type, counter.size, counter.comment], ['UDINT', 4, 'one more each task cycle']);
  },

  async data_types() {
    const types = Object.values(await client.getDataTypes()).map(type => type.name);
    for (const name of ['E_Colour', 'T_Length', 'ST_Packed', 'ST_Aligned', 'DINT']) assert(types.includes(name), name);
    const aligned = await client.getDataType('ST_Aligned');
    assert.deepEqual(aligned.subItems.map(item => [item.name, item.offset]),
      [['bFlag', 0], ['fLength', 8], ['eColour', 16], ['stInner', 18]]);
    assert.equal(aligned.size, 48);
    assert.equal(aligned.subItems[1].comment, 'along the edge [mm]');
    const colour = await client.getDataType('E_Colour');
    assert.deepEqual(colour.enumInfos.map(info => [info.name, info.value]), [['Red', 0], ['Green', 1], ['Blue', 7]]);
  },

  async values() {
    for (const [name, [value, other]] of Object.entries(VALUES)) {
      const path = 'MAIN.' + name;
      assert.deepEqual((await client.readValue(path)).value, value, path);
      await client.writeValue(path, other);
      assert.deepEqual((await client.readValue(path)).value, other, path);
      await client.writeValue(path, value);
    }
    // Read only: ads-client 2.1.0 writes arrays of two dimensions too long, and over what lies behind them.
    assert.deepEqual((await client.readValue('MAIN.aMatrix')).value, [[1, 2, 3], [4, 5, 6]]);
  },

  async enumerations() {
    assert.deepEqual((await client.readValue('MAIN.eColour')).value, {name: 'Green', value: 1});
    await client.writeValue('MAIN.eColour', 'Blue');
    assert.deepEqual((await client.readValue('MAIN.eColour')).value, {name: 'Blue', value: 7});
    await client.writeValue('MAIN.eColour', 1);
  },

  async nested_structures() {
    const {value} = await client.readValue('MAIN.stAligned');
    assert.deepEqual([value.bFlag, value.fLength, value.eColour.name, value.stInner.nCount], [true, 12.5, 'Blue', 77]);
    await client.writeValue('MAIN.stAligned', {fLength: 13}, true);
    assert.equal((await client.readValue('MAIN.stAligned.fLength')).value, 13);
    assert.equal((await client.readValue('MAIN.stAligned.stInner.nCount')).value, 77);
    assert.deepEqual((await client.readValue('MAIN.astPacked')).value.map(one => one.nCount), [1, 2]);
  },

  async raw_values_and_handles() {
    const handle = await client.createVariableHandle('MAIN.nDint');
    assert.deepEqual([handle.size, handle.dataType], [4, 'DINT']);
    assert.equal((await client.readRawByHandle(handle)).readInt32LE(), -2000000000);
    await client.writeRawByHandle(handle, u32(5));
    assert.equal((await client.readRawByPath('MAIN.nDint')).readInt32LE(), 5);
    await client.writeRawByPath('MAIN.nDint', u32(-2000000000 >>> 0));
    await client.deleteVariableHandle(handle);
    assert.equal(await errorOf(() => client.readRawByHandle(handle)), 0x710);
  },

  async sum_commands() {
    const handles = await client.createVariableHandleMulti(['MAIN.nInt', 'MAIN.none', 'MAIN.nUint']);
    assert.deepEqual(handles.map(result => result.errorCode), [0, 0x710, 0]);
    const at = (index, size) => ({indexGroup: 0xF005, indexOffset: handles[index].handle.handle, size});
    const read = await client.readRawMulti([at(0, 2), {indexGroup: 0x1234, indexOffset: 0, size: 8}, at(2, 2)]);
    assert.deepEqual(read.map(result => result.errorCode), [0, 0x702, 0]);
    assert.deepEqual([read[0].value.readInt16LE(), read[2].value.readUInt16LE()], [-30000, 60001]);
    const two = Buffer.from([2, 0]);
    const written = await client.writeRawMulti([{...at(0, 2), value: two}, {indexGroup: 0x1234, indexOffset: 0, value: two}]);
    assert.deepEqual(written.map(result => result.errorCode), [0, 0x701]);
    assert.equal((await client.readValue('MAIN.nInt')).value, 2);
    await client.writeValue('MAIN.nInt', -30000);
    await client.deleteVariableHandleMulti([handles[0].handle, handles[2].handle]);
  },

  async cyclic_subscription_without_gaps() {
    const values = [];
    const subscription = await client.subscribe(
      {target: 'MAIN.nCounter', callback: data => values.push(data.value), cycleTime: 1, sendOnChange: false, maxDelay: 10});
    await until(() => values.length >= 2000);
    await client.unsubscribe(subscription);
    for (let i = 1; i < values.length; i++) assert.equal(values[i], values[i - 1] + 1);
  },

  async subscription_on_change() {
    const values = [];
    const subscription = await client.subscribe({target: 'MAIN.nWatched', callback: data => values.push(data.value), cycleTime: 1});
    for (const value of [2, 3, 3, 4]) {
      await client.writeValue('MAIN.nWatched', value);
      await until(() => values.at(-1) === value);
    }
    await client.unsubscribe(subscription);
    // A first sample that arrives together with its handle may come too early for ads-client.
    assert.deepEqual(values.slice(-3), [2, 3, 4]);
    await client.writeValue('MAIN.nWatched', 1);
  },

  async methods() {
    const stIn = {...PACKED, nCount: 12};
    const {returnValue, outputs} = await client.invokeRpcMethod(
      'MAIN.fbPress', 'Calculate', {nA: -30000, fB: 0.25, stIn, sIn: 'lot ü', eIn: 'Blue', nBoth: 4000000000});
    assert.equal(returnValue, -29999.75);
    assert.deepEqual(outputs, {nBoth: 4000000001, stOut: stIn, aOut: [3, -2, 1], wsOut: 'lot ü/Blue'});
    assert.deepEqual(await client.invokeRpcMethod('MAIN.fbPress', 'ready'), {returnValue: true, outputs: {}});
    assert.deepEqual(await client.invokeRpcMethod('MAIN.fbPress', 'Reset'), {returnValue: undefined, outputs: {}});
    await assert.rejects(
      client.invokeRpcMethod('MAIN.fbPress', 'Begin'),
      error => error.trace.some(text => text.includes('Available RPC methods are: Calculate, Ready, Reset')));
    assert.equal(await errorOf(() => client.createVariableHandle('MAIN.fbPress#Begin')), 0x710);
  },

  async errors() {
    assert.equal(await errorOf(() => client.readValue('MAIN.none')), 0x710);
    assert.equal(await errorOf(() => client.readRaw(0x1234, 0, 4)), 0x701);
    assert.equal(await errorOf(() => client.writeRawByPath('MAIN.nFixed', Buffer.alloc(2))), 0x704);
    assert.equal(await errorOf(() => client.readState({adsPort: 852})), 0x6);
  },

  async stop_start_and_reset() {
    await client.stopPlc();
    assert.equal((await client.readPlcRuntimeState()).adsState, ADS.ADS_STATE.Stop);
    await client.writeRawByPath('MAIN.nWatched', u32(99));
    await client.resetPlc();
    assert.equal((await client.readValue('MAIN.nWatched')).value, 1);
    await client.startPlc();
    assert.equal((await client.readPlcRuntimeState()).adsState, ADS.ADS_STATE.Run);
  },

  async online_change() {
    let changes = 0;
    client.on('plcSymbolVersionChange', () => changes++);
    const before = await client.getSymbol('MAIN.nDint');
    await client.writeValue('TEST.nCommand', 1);
    await until(() => changes === 1);
    const after = await client.getSymbol('MAIN.nDint');
    assert.notEqual(after.indexOffset, before.indexOffset);
    assert.equal((await client.readValue('MAIN.nDint')).value, -2000000000);
  },
};

await client.connect();
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
await client.disconnect();
