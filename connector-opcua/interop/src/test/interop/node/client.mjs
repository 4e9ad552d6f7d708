// Checks a simulated server with node-opcua. Usage: client.mjs URL FOLDER SECURE_URL; prints one JSON line per check.
// FOLDER has the certificates of the server at SECURE_URL, where the user is ann with the password secret.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {
  AttributeIds, ClientSubscription, ClientMonitoredItem, ClientMonitoredItemGroup, constructEventFilter, DataType,
  MessageSecurityMode, OPCUACertificateManager, OPCUAClient, SecurityPolicy, StatusCodes, TimestampsToReturn,
  UserTokenType, Variant, VariantArrayType,
} from 'node-opcua';

const [url, folder, secureUrl] = process.argv.slice(2);
const URI = 'urn:taktstrom:peers';
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
const read = async name => (await session.read({nodeId: id(name), attributeId: AttributeIds.Value})).value.value;

function subscribe(publishing) {
  return ClientSubscription.create(session, {
    requestedPublishingInterval: publishing, requestedLifetimeCount: 1000, requestedMaxKeepAliveCount: 20,
    maxNotificationsPerPublish: 0, publishingEnabled: true, priority: 1,
  });
}

const checks = {
  async scalars() {
    equal(await read('all.boolean'), true);
    equal(await read('all.int16'), -30000);
    equal(await read('all.uint32'), 4000000000);
    equal(await read('all.double'), 2.718281828459045);
    equal(await read('all.string'), 'Zo\u00eb');
    equal(await read('all.guid'), '12345678-9ABC-DEF0-1234-56789ABCDEF0');
  },

  async writes() {
    const write = async (name, dataType, value) => session.write({
      nodeId: id(name), attributeId: AttributeIds.Value, value: {value: new Variant({dataType, value})}});
    equal((await write('all.int32', DataType.Int32, 17)).value, StatusCodes.Good.value);
    equal(await read('all.int32'), 17);
    equal((await write('all.serial', DataType.UInt32, 1)).value, StatusCodes.BadUserAccessDenied.value);
    equal((await write('all.int32', DataType.String, 'text')).value, StatusCodes.BadTypeMismatch.value);
  },

  async arrays() {
    equal(Array.from(await read('all.row')), [1, 2, 3, 4, 5]);
    const matrix = (await session.read({nodeId: id('all.matrix'), attributeId: AttributeIds.Value})).value;
    equal([matrix.dimensions, Array.from(matrix.value)], [[2, 3], [1, 2, 3, 4, 5, 6]]);
  },

  async structures() {
    const press = await read('all.press');
    equal([press.number, press.name, Array.from(press.row), press.part.id, press.part.weight],
      [7, 'seven', [1, 2, 3], 9, 0.5]);
  },

  async browsing() {
    const found = await session.browse({nodeId: id('all'), resultMask: 63});
    equal(found.references.some(each => each.browseName.name === 'uint64'), true);
    let many = await session.browse({nodeId: id('many'), referenceTypeId: 'HasComponent', resultMask: 63});
    let count = many.references.length;
    while (many.continuationPoint?.length) {
      many = await session.browseNext(many.continuationPoint, false);
      count += many.references.length;
    }
    equal(count, 2000);
  },

  async a_counter_without_gaps() {
    const subscription = subscribe(50);
    const item = ClientMonitoredItem.create(subscription, {nodeId: id('moving.count'), attributeId: AttributeIds.Value},
      {samplingInterval: 0, queueSize: 1000, discardOldest: true}, TimestampsToReturn.Source);
    const seen = [];
    // An Int64 is two halves.
    item.on('changed', data => seen.push(data.value.value[1]));
    await waitFor(() => seen.length > 50);
    equal(seen, seen.map((_, i) => seen[0] + i));
    await subscription.terminate();
  },

  async two_thousand_items() {
    const subscription = subscribe(100);
    const nodes = Array.from({length: 2000}, (_, i) => ({nodeId: id(`many.v${i}`), attributeId: AttributeIds.Value}));
    const group = ClientMonitoredItemGroup.create(subscription, nodes,
      {samplingInterval: 100, queueSize: 100, discardOldest: true}, TimestampsToReturn.Source);
    const counts = new Map();
    group.on('changed', (item, data, i) => counts.set(i, (counts.get(i) ?? 0) + 1));
    await waitFor(() => counts.size === 2000 && [...counts.values()].every(each => each > 2));
    await subscription.terminate();
  },

  async methods() {
    const call = (name, inputArguments) => session.call({objectId: id('calc'), methodId: id(`calc.${name}`), inputArguments});
    const echoed = await call('echo', [
      {dataType: DataType.String, value: 'hi'},
      {dataType: DataType.Int32, arrayType: VariantArrayType.Array, value: new Int32Array([1, 2])}]);
    equal([echoed.outputArguments[0].value, Array.from(echoed.outputArguments[1].value)], ['hi', [1, 2]]);
    equal((await call('answer', [])).outputArguments[0].value, 42);
    equal((await call('broken', [])).statusCode.value, StatusCodes.BadInvalidState.value);
  },

  async events() {
    const subscription = subscribe(50);
    const item = ClientMonitoredItem.create(subscription, {nodeId: 'ns=0;i=2253', attributeId: AttributeIds.EventNotifier},
      {queueSize: 100, discardOldest: true, filter: constructEventFilter(['Message', 'Severity', 'SourceName'])});
    const seen = [];
    item.on('changed', fields => seen.push(fields.map(each => each.value?.text ?? each.value)));
    await waitFor(() => seen.length > 1);
    equal(seen[0], ['tick', 321, 'tick']);
    await subscription.terminate();
  },

  async history() {
    const end = new Date();
    const answer = await session.readHistoryValue(id('moving.count'), new Date(end.getTime() - 1000), end);
    equal(answer.statusCode.value, StatusCodes.Good.value);
    const numbers = answer.historyData.dataValues.map(each => each.value.value[1]);
    equal(numbers.length > 5, true);
    equal(numbers, numbers.map((_, i) => numbers[0] + i));
  },

  async secure_connections() {
    const keys = new OPCUACertificateManager({rootFolder: join(folder, 'node'), automaticallyAcceptUnknownCertificate: true});
    await keys.initialize();
    await keys.addIssuer(readFileSync(join(folder, 'ca.der')), false, true);
    await keys.addRevocationList(readFileSync(join(folder, 'ca.crl')));
    for (const [policy, mode] of [
      [SecurityPolicy.Basic256Sha256, MessageSecurityMode.SignAndEncrypt],
      [SecurityPolicy.Aes256_Sha256_RsaPss, MessageSecurityMode.SignAndEncrypt]]) {
      const client = OPCUAClient.create({
        securityMode: mode, securityPolicy: policy, endpointMustExist: false, clientCertificateManager: keys,
        certificateFile: join(folder, 'client.pem'), privateKeyFile: join(folder, 'client.key.pem'),
        applicationUri: 'urn:taktstrom:simulator:client', connectionStrategy: {maxRetry: 1},
      });
      await client.withSessionAsync({endpointUrl: secureUrl, userIdentity: {type: UserTokenType.UserName, userName: 'ann', password: 'secret'}},
        async secured => {
          const value = await secured.read({nodeId: id('all.serial'), attributeId: AttributeIds.Value});
          equal(value.value.value, 4711);
        });
    }
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
