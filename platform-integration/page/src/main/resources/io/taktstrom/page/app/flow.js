// The picture of the deployment: devices, scan classes, streams, sinks, and what flows between them.

import { mark, s, say } from './dom.js';
import { count, rate } from './words.js';

const COLUMNS = [
  ['device', 'Devices'],
  ['scan', 'Scan classes'],
  ['stream', 'Streams'],
  ['sink', 'Sinks'],
];
const HEIGHT = 54;
const GAP = 16;
const TOP = 34;
const NARROWEST = 860;

/** @param onSearch is told what to search for when a device or a scan class is chosen */
export function flow(box, onSearch) {
  let shape = '';
  let nodes = new Map();
  let edges = new Map();
  let last = null;

  new ResizeObserver(() => {
    shape = '';
    if (last) show(last);
  }).observe(box);

  function show(now) {
    last = now;
    const width = Math.max(NARROWEST, box.clientWidth - 6);
    const key = JSON.stringify([width, now.nodes.map((n) => n.id), now.edges.map((e) => [e.from, e.to]), now.hidden]);
    if (key !== shape) {
      shape = key;
      draw(now, width);
    }
    for (const node of now.nodes) update(nodes.get(node.id), node);
    for (const edge of now.edges) flows(edges.get(`${edge.from}\n${edge.to}`), edge);
  }

  function draw(now, width) {
    nodes = new Map();
    edges = new Map();
    const gutter = Math.max(90, width * 0.085);
    const wide = (width - 3 * gutter) / 4;
    const columns = COLUMNS.map(([name]) => now.nodes.filter((node) => node.column === name));
    const rows = Math.max(1, ...columns.map((column) => column.length));
    const height = TOP + rows * (HEIGHT + GAP);
    const svg = s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'Devices, scan classes, streams and sinks' });
    const places = new Map();
    const wires = s('g', { class: 'wires', 'aria-hidden': 'true' });
    const labels = s('g', { class: 'labels', 'aria-hidden': 'true' });
    const boxes = s('g', {});
    COLUMNS.forEach(([name, heading], i) => {
      const x = i * (wide + gutter);
      const hidden = now.hidden[name] ? `  (${count(now.hidden[name])} more)` : '';
      svg.append(s('text', { class: 'column', x, y: 14 }, heading + hidden));
      const space = (rows - columns[i].length) * (HEIGHT + GAP) / 2;
      columns[i].forEach((node, row) => {
        const y = TOP + space + row * (HEIGHT + GAP);
        places.set(node.id, { x, y: y + HEIGHT / 2 });
        boxes.append(boxOf(node, x, y, wide));
      });
    });
    const few = now.edges.length <= 40;
    for (const edge of now.edges) {
      const from = places.get(edge.from);
      const to = places.get(edge.to);
      const x1 = from.x + wide;
      const bend = (to.x - x1) / 2;
      const path = `M${x1} ${from.y}C${x1 + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
      const wire = s('path', { class: 'wire', d: path });
      const pulse = s('path', { class: 'pulse', d: path });
      const label = s('text', { class: 'rate', x: (x1 + to.x) / 2, y: (from.y + to.y) / 2 - 7, 'text-anchor': 'middle' });
      const backlog = s('text', { class: 'backlog', x: (x1 + to.x) / 2, y: (from.y + to.y) / 2 + 16, 'text-anchor': 'middle' });
      wires.append(wire, pulse);
      if (few) labels.append(label, backlog);
      edges.set(`${edge.from}\n${edge.to}`, { wire, pulse, label, backlog });
    }
    svg.append(wires, boxes, labels);
    box.replaceChildren(svg);
  }

  function boxOf(node, x, y, wide) {
    const fits = (chars) => Math.max(6, Math.floor((wide - 40) / chars));
    const name = s('text', { class: 'name', x: 28, y: 23 });
    const text = s('text', { class: 'text', x: 28, y: 41 });
    const title = s('title', {});
    const search = node.column === 'device' ? `device=${node.name}` : node.column === 'scan' ? `scan=${node.name}` : '';
    const group = s(
      'g',
      { class: 'node', transform: `translate(${x} ${y})`, tabindex: 0, role: search ? 'button' : 'img' },
      title,
      s('rect', { class: 'box', width: wide, height: HEIGHT, rx: 9 }),
      s('circle', { class: 'lamp', cx: 15, cy: 18, r: 4.5 }),
      name,
      text,
    );
    if (search) {
      group.addEventListener('click', () => onSearch(search));
      group.addEventListener('keydown', (e) => {
        if (e.key === 'Enter' || e.key === ' ') {
          e.preventDefault();
          onSearch(search);
        }
      });
    }
    nodes.set(node.id, { group, name, text, title, clip: [fits(7.9), fits(6.4)] });
    return group;
  }

  function update(drawn, node) {
    mark(drawn.group, 'data-state', node.state);
    say(drawn.name, clipped(node.name, drawn.clip[0]));
    say(drawn.text, clipped(node.text, drawn.clip[1]));
    const all = `${node.name}: ${node.text}. ${node.detail}`;
    say(drawn.title, all);
    mark(drawn.group, 'aria-label', `${node.column} ${all}`);
  }

  function flows(drawn, edge) {
    const strength = edge.rate > 0 ? Math.min(5, 1.2 + Math.log10(1 + edge.rate) * 0.7) : 1;
    mark(drawn.wire, 'stroke-width', strength.toFixed(1));
    mark(drawn.pulse, 'stroke-width', strength.toFixed(1));
    mark(drawn.pulse, 'data-moves', edge.rate > 0 ? 'yes' : 'no');
    say(drawn.label, `${rate(edge.rate)}/s`);
    say(drawn.backlog, edge.backlog > 0 ? `${count(edge.backlog)} wait` : '');
  }

  return { show };
}

const clipped = (text, length) => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);
