// An OPC UA server by node-opcua, for the tests. It obeys the same lines on its standard input as asyncua_server.py:
// set, get, fail, count, event, stop and start. It prints its port first. Given a folder, it makes a certificate there and offers security.

import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {
  DataType, MessageSecurityMode, nodesets, OPCUACertificateManager, OPCUAServer, SecurityPolicy,
  StatusCodes, Variant, VariantArrayType,
} from 'node-opcua';

const URI = 'urn:taktstrom:test';
const TYPES = fileURLToPath(new URL('../press.NodeSet2.xml', import.meta.url));

const SCALARS = {
  boolean: DataType.Boolean, sbyte: DataType.SByte, byte: DataType.Byte, int16: DataType.Int16, uint16: DataType.UInt16,
  int32: DataType.Int32, uint32: DataType.UInt32, int64: DataType.Int64, uint64: DataType.UInt64, float: DataType.Float,
  double: DataType.Double, string: DataType.String, datetime: DataType.DateTime, statuscode: DataType.StatusCode,
};

// node-opcua tells much; standard output is for answers.
for (const level of ['log', 'info', 'warn', 'debug']) console[level] = () => {};
const say = text => process.stdout.write(`${text}\n`);

const variables = new Map();
/** Values over a stop, as JSON. */
const kept = new Map();
/** Where its certificates are: nothing is to be left in the home folder. */
const secure = process.argv.length > 2;
const keys = secure ? process.argv[2] : mkdtempSync(join(tmpdir(), 'node-opcua-'));
let server;
let port = 0;

// ---- values as JSON: numbers above 2^53 as they stand, floats as Python's text, times in microseconds

const WIDE = new Set([DataType.Int64, DataType.UInt64]);

function wide(value) {
  const bits = BigInt.asUintN(64, BigInt(value));
  return [Number(bits >> 32n), Number(bits & 0xffffffffn)];
}

function number(text) {
  return {nan: NaN, inf: Infinity, '-inf': -Infinity}[text] ?? Number(text);
}

function scalarIn(type, value) {
  if (WIDE.has(type)) return wide(value);
  if (type === DataType.Float || type === DataType.Double) return number(value);
  if (type === DataType.DateTime) {
    // A tick is finer than a Date.
    const date = new Date(Math.floor(Number(value) / 1000));
    date.picoseconds = (Number(value) % 1000) * 1_000_000;
    return date;
  }
  if (type === DataType.StatusCode) return StatusCodes.Good.value === value ? StatusCodes.Good : statusOf(value);
  return value;
}

function statusOf(value) {
  return Object.values(StatusCodes).find(code => code.value === value);
}

function floatOut(value) {
  if (Number.isNaN(value)) return '"nan"';
  if (!Number.isFinite(value)) return value > 0 ? '"inf"' : '"-inf"';
  return `"${Object.is(value, -0) ? '-0.0' : value}"`;
}

function scalarOut(type, value) {
  if (WIDE.has(type)) {
    const bits = (BigInt(value[0]) << 32n) | BigInt(value[1] >>> 0);
    return String(type === DataType.Int64 ? BigInt.asIntN(64, bits) : BigInt.asUintN(64, bits));
  }
  if (type === DataType.Float || type === DataType.Double) return floatOut(value);
  if (type === DataType.DateTime) return String(value.getTime() * 1000 + Math.floor((value.picoseconds ?? 0) / 1_000_000));
  if (type === DataType.StatusCode) return String(value.value);
  return JSON.stringify(value);
}

/** Integers stay as they are written: JSON.parse would round those of 64 bits. */
function parse(text) {
  return JSON.parse(text.replace(/(?<![\w".-])-?\d{16,}(?![\w".])/g, '"$&"'));
}

// ---- structures, by the names of their fields

const FIELDS = {
  Part: {id: ['Id', DataType.UInt16], weight: ['Weight', DataType.Float]},
  Press: {
    number: ['Number', DataType.Int32], ratio: ['Ratio', DataType.Double], name: ['Name', DataType.String],
    row: ['Row', DataType.Int16], part: ['Part', 'Part'],
  },
};

function structureIn(name, value) {
  const fields = {};
  for (const [field, [key, type]] of Object.entries(FIELDS[name])) {
    fields[field] = typeof type === 'string' ? structureIn(type, value[key])
      : Array.isArray(value[key]) ? value[key] : scalarIn(type, value[key]);
  }
  const space = server.engine.addressSpace;
  return space.constructExtensionObject(space.findDataType(name, space.getNamespaceIndex(URI)), fields);
}

function structureOut(name, value) {
  return '{' + Object.entries(FIELDS[name]).map(([field, [key, type]]) => `"${key}":` + (
    typeof type === 'string' ? structureOut(type, value[field])
      : typeof value[field] === 'object' ? JSON.stringify(Array.from(value[field])) : scalarOut(type, value[field]))).join() + '}';
}

// ---- the server

function variant(kind, json) {
  const {type, shape, structure} = kind;
  const one = value => structure ? structureIn(structure, value) : scalarIn(type, value);
  if (shape === undefined) return new Variant({dataType: type, arrayType: VariantArrayType.Scalar, value: one(json)});
  const flat = json.flat(Infinity).map(one);
  return new Variant(shape.length > 1
    ? {dataType: type, arrayType: VariantArrayType.Matrix, dimensions: shape, value: flat}
    : {dataType: type, arrayType: VariantArrayType.Array, value: flat});
}

function add(folder, name, kind, initial, writable = true) {
  const namespace = server.engine.addressSpace.getNamespace(URI);
  const {type, shape, dataType} = kind;
  const node = namespace.addVariable({
    organizedBy: folder, nodeId: `s=${name}`, browseName: name, dataType: dataType ?? DataType[type],
    valueRank: shape === undefined ? -1 : shape.length, arrayDimensions: shape, minimumSamplingInterval: 0,
    accessLevel: writable ? 'CurrentRead | CurrentWrite' : 'CurrentRead',
    userAccessLevel: writable ? 'CurrentRead | CurrentWrite' : 'CurrentRead',
  });
  variables.set(name, {node, kind});
  node.setValueFromSource(variant(kind, kept.has(name) ? parse(kept.get(name)) : initial));
}

async function start() {
  server = new OPCUAServer({
    port, host: '127.0.0.1',
    nodeset_filename: [nodesets.standard, TYPES],
    serverCapabilities: {minSupportedSampleRate: 0, maxSessions: 100, operationLimits: {maxNodesPerRead: 100, maxNodesPerWrite: 100,
      maxNodesPerBrowse: 100, maxMonitoredItemsPerCall: 100, maxNodesPerTranslateBrowsePathsToNodeIds: 100}},
    maxConnectionsPerEndpoint: 100,
    securityPolicies: secure ? [SecurityPolicy.Basic256Sha256, SecurityPolicy.Aes256_Sha256_RsaPss, SecurityPolicy.None] : [SecurityPolicy.None],
    securityModes: secure ? [MessageSecurityMode.None, MessageSecurityMode.SignAndEncrypt] : [MessageSecurityMode.None],
    serverCertificateManager: new OPCUACertificateManager({rootFolder: join(keys, 'server'), automaticallyAcceptUnknownCertificate: true}),
    userCertificateManager: new OPCUACertificateManager({rootFolder: join(keys, 'user'), automaticallyAcceptUnknownCertificate: true}),
    userManager: {isValidUser: (name, password) => name === 'ann' && password === 'secret'},
  });
  await server.initialize();
  const space = server.engine.addressSpace;
  const namespace = space.getNamespace(URI);
  const folder = namespace.addFolder(space.rootFolder.objects, {browseName: 'Test', nodeId: 's=Test'});
  for (const [name, type] of Object.entries(SCALARS)) {
    add(folder, name, {type}, {boolean: false, string: ''}[name] ?? 0);
  }
  add(folder, 'counter', {type: DataType.Int64}, 0);
  add(folder, 'row', {type: DataType.Int32, shape: [5]}, [0, 0, 0, 0, 0]);
  add(folder, 'matrix', {type: DataType.Double, shape: [3, 2]}, [[0, 0], [0, 0], [0, 0]]);
  add(folder, 'names', {type: DataType.String, shape: [2]}, ['', '']);
  add(folder, 'serial', {type: DataType.UInt32}, 4711, false);
  const own = name => space.findDataType(name, space.getNamespaceIndex(URI)).nodeId;
  const part = {Id: 0, Weight: 0};
  add(folder, 'press', {type: DataType.ExtensionObject, dataType: own('Press'), structure: 'Press'},
    {Number: 0, Ratio: 0, Name: '', Row: [0, 0, 0], Part: part});
  add(folder, 'presses', {type: DataType.ExtensionObject, dataType: own('Part'), structure: 'Part', shape: [2]}, [part, part]);
  add(folder, 'mode', {type: DataType.Int32, dataType: own('Mode')}, 0);
  // Its range, 0 to 200, is what a deadband in percent is of.
  const level = namespace.addAnalogDataItem({
    componentOf: folder, nodeId: 's=level', browseName: 'level', dataType: 'Double', minimumSamplingInterval: 0,
    engineeringUnitsRange: {low: 0, high: 200}, accessLevel: 'CurrentRead', userAccessLevel: 'CurrentRead',
  });
  variables.set('level', {node: level, kind: {type: DataType.Double}});
  level.setValueFromSource(variant({type: DataType.Double}, 0));
  const int64 = name => ({name, dataType: DataType.Int64, valueRank: -1});
  namespace.addMethod(folder, {
    browseName: 'add', nodeId: 's=add', inputArguments: [int64('First'), int64('Second')], outputArguments: [int64('Sum')],
  }).bindMethod((inputs, context, done) => done(null, {
    statusCode: StatusCodes.Good,
    outputArguments: [{dataType: DataType.Int64, arrayType: VariantArrayType.Scalar, value: wide(inputs.reduce((sum, each) => sum + BigInt(scalarOut(DataType.Int64, each.value)), 0n))}],
  }));
  await server.start();
  port = server.endpoints[0].port;
}

function set(name, json) {
  const {node, kind} = variables.get(name);
  node.setValueFromSource(variant(kind, json), StatusCodes.Good, new Date());
}

function get(name) {
  const {node, kind} = variables.get(name);
  const value = node.readValue().value;
  const one = each => kind.structure ? structureOut(kind.structure, each) : scalarOut(kind.type, each);
  if (kind.shape === undefined) return one(value.value);
  const all = Array.from(value.value, one);
  if (kind.shape.length === 1) return `[${all}]`;
  const width = kind.shape[1];
  return `[${Array.from({length: kind.shape[0]}, (_, i) => `[${all.slice(i * width, (i + 1) * width)}]`)}]`;
}

async function obey(line) {
  const [word, first, ...more] = line.split(' ');
  switch (word) {
    case 'set': set(first, parse(more.join(' '))); return '';
    case 'get': return get(first);
    case 'fail': {
      const {node, kind} = variables.get(first);
      node.setValueFromSource(variant(kind, 0), StatusCodes.BadDeviceFailure, new Date());
      return '';
    }
    case 'count': for (let i = Number(first); i <= Number(more[0]); i++) set('counter', i); return '';
    case 'event':
      server.engine.addressSpace.rootFolder.objects.server.raiseEvent('BaseEventType', {
        severity: {dataType: DataType.UInt16, value: Number(first)},
        sourceName: {dataType: DataType.String, value: more[0]},
        message: {dataType: DataType.LocalizedText, value: {text: more.slice(1).join(' ')}},
      });
      return '';
    case 'stop':
      for (const name of variables.keys()) kept.set(name, get(name));
      await server.shutdown(0);
      return '';
    case 'start': await start(); return '';
    default: throw new Error(line);
  }
}

await start();
say(`ok ${port}`);
for await (const line of createInterface({input: process.stdin})) {
  try {
    say(`ok ${await obey(line)}`);
  } catch (failure) {
    say(`failed ${line}: ${failure.stack.replaceAll('\n', ' | ')}`);
  }
}
await server.shutdown(0);
if (!secure) rmSync(keys, {recursive: true, force: true});
process.exit(0);
