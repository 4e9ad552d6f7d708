// The picture of the deployment: devices, scan classes, streams, sinks, and what flows between them.

import { mark, s, say } from './dom.js';
import { count, rate } from './words.js';
import { layout, HEIGHT } from './layout.js';

const COLUMNS = [
  ['device', 'Devices'],
  ['scan', 'Scan classes'],
  ['stream', 'Streams'],
  ['sink', 'Sinks'],
];
const MANY_EDGES = 40;
/** Told apart by shape, too: a dot, a diamond, a triangle. */
const LAMPS = {
  UP: 'M15 13.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9Z',
  DEGRADED: 'M15 12l6 6l-6 6l-6-6Z',
  DOWN: 'M15 11.5l6.5 11.5h-13Z',
};

/** @param onSearch is told what to search for when a device or a scan class is chosen */
export function flow(box, onSearch) {
  let shape = '';
  let nodes = new Map();
  let edges = new Map();
  let last = null;

  new ResizeObserver(() => {
    if (last) show(last);
  }).observe(box);

  function show(now) {
    last = now;
    const width = box.clientWidth - 6;
    const key = JSON.stringify([width, now.nodes.map((n) => n.id), now.edges.map((e) => [e.from, e.to]), now.hidden]);
    if (key !== shape) {
      shape = key;
      draw(now, width);
    }
    for (const node of now.nodes) update(nodes.get(node.id), node, now.edges.filter((edge) => edge.from === node.id));
    for (const edge of now.edges) flows(edges.get(`${edge.from}\n${edge.to}`), edge);
  }

  function draw(now, width) {
    nodes = new Map();
    edges = new Map();
    const columns = COLUMNS.map(([name]) => now.nodes.filter((node) => node.column === name));
    const plan = layout(columns, now.edges, width);
    const svg = s('svg', { width: plan.width, height: plan.height, viewBox: `0 0 ${plan.width} ${plan.height}`, role: 'group', 'aria-label': 'Devices, scan classes, streams and sinks' });
    const wires = s('g', { class: 'wires', 'aria-hidden': 'true' });
    const labels = s('g', { class: 'labels', 'aria-hidden': 'true' });
    COLUMNS.forEach(([name, heading], i) => {
      const hidden = now.hidden[name] ? `  (${count(now.hidden[name])} more)` : '';
      labels.append(s('text', { class: 'column', ...plan.headings[i] }, heading + hidden));
    });
    for (const edge of now.edges) {
      const { path, x, y, anchor } = plan.way(edge);
      const wire = s('path', { class: 'wire', d: path });
      const pulse = s('path', { class: 'pulse', d: path });
      const label = s('text', { class: 'rate', x, y: y - 7, 'text-anchor': anchor });
      const backlog = s('text', { class: 'backlog', x, y: y + 16, 'text-anchor': anchor });
      wires.append(wire, pulse);
      if (now.edges.length <= MANY_EDGES) labels.append(label, backlog);
      edges.set(`${edge.from}\n${edge.to}`, { wire, pulse, label, backlog });
    }
    const boxes = now.nodes.map((node) => boxOf(node, plan.places.get(node.id)));
    svg.append(wires, ...boxes, labels);
    box.replaceChildren(svg);
  }

  function boxOf(node, { x, y, wide }) {
    const name = s('text', { class: 'name', x: 28, y: 23 });
    const text = s('text', { class: 'text', x: 28, y: 41 });
    const title = s('title', {});
    const lamp = s('path', { class: 'lamp' });
    const search = node.column === 'device' ? `device=${node.name}` : node.column === 'scan' ? `scan=${node.name}` : '';
    const group = s(
      'g',
      { class: 'node', transform: `translate(${x} ${y})`, tabindex: 0, role: search ? 'button' : 'img' },
      title,
      s('rect', { class: 'box', width: wide, height: HEIGHT, rx: 9 }),
      lamp,
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
    nodes.set(node.id, { group, name, text, title, lamp, room: wide - 36 });
    return group;
  }

  function update(drawn, node, outgoing) {
    mark(drawn.group, 'data-condition', node.condition);
    mark(drawn.lamp, 'd', LAMPS[node.condition]);
    fit(drawn.name, drawn.room, node.name);
    // Where there is little room, what comes first is enough.
    fit(drawn.text, drawn.room, node.text, node.text.split(' · ')[0]);
    const ways = outgoing.map((edge) => `\n${rate(edge.rate)}/s to ${edge.to.slice(2)}${edge.backlog > 0 ? `, ${count(edge.backlog)} waiting` : ''}`);
    const all = `${node.name}: ${node.text}. ${node.detail}${ways.join('')}`;
    say(drawn.title, all);
    mark(drawn.group, 'aria-label', `${node.column} ${all}`);
  }

  function flows(drawn, edge) {
    const strength = edge.rate > 0 ? Math.min(5, 1.2 + Math.log10(1 + edge.rate) * 0.7) : 1.5;
    mark(drawn.wire, 'stroke-width', strength.toFixed(1));
    mark(drawn.wire, 'data-condition', edge.condition);
    mark(drawn.pulse, 'stroke-width', strength.toFixed(1));
    mark(drawn.pulse, 'data-moves', edge.rate > 0 ? 'yes' : 'no');
    say(drawn.label, `${rate(edge.rate)}/s`);
    say(drawn.backlog, edge.backlog < 0 ? '' : `${count(edge.backlog)} waiting`);
    mark(drawn.backlog, 'data-waits', edge.backlog > 0 ? 'yes' : 'no');
  }

  return { show };
}

/** Sets the first of these texts for which there is room, else as much of the last as there is room for. */
function fit(element, room, ...texts) {
  const wanted = texts[0];
  if (element.wanted === wanted) return;
  element.wanted = wanted;
  for (const text of texts) {
    element.textContent = text;
    if (element.getComputedTextLength() <= room) return;
  }
  // By characters as people count them: none is cut in halves.
  const characters = [...new Intl.Segmenter('en').segment(texts.at(-1))].map((one) => one.segment);
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1;
    element.textContent = `${characters.slice(0, half).join('')}…`;
    if (element.getComputedTextLength() <= room) fits = half;
    else tooMany = half;
  }
  element.textContent = `${characters.slice(0, fits).join('')}…`;
}
