// Where the picture's parts are: columns side by side where there is room, else one below the other.

export const HEIGHT = 54;
const GAP = 16;
const TOP = 34;
const SIDE_BY_SIDE = 820;
/** Below a layer, for what flows out of it, and the next one's heading. */
const BETWEEN = 78;
const NARROWEST = 86;
const BESIDE = 12;
/** Where along a way its label may be, the best place first. */
const ALONG = [0.5, 0.38, 0.62, 0.26, 0.74, 0.18, 0.82];
/** Of a rate alone, and of one with what waits. */
const [RATE_WIDTH, WAITING_WIDTH] = [62, 98];

/**
 * @param columns nodes of each column
 * @param edges from and to which of them something flows
 * @returns places of nodes by id, headings, the whole's size, and the way of an edge with the place of its label
 */
export function layout(columns, edges, width) {
  const plan = width >= SIDE_BY_SIDE ? sideBySide(columns, width) : oneBelowTheOther(columns, width);
  const labels = [];

  /** The first place that no other label has; for who comes too late, the middle. */
  function labelled(way, width, below) {
    const before = plan.anchor === 'start' ? 0 : width / 2;
    const places = ALONG.map((t) => {
      const at = way.at(t);
      const x = Math.min(at.x, plan.width - width + before);
      return { x, y: at.y, left: x - before, right: x - before + width, top: at.y - 19, bottom: at.y + below };
    });
    const isFree = (place) => labels.every((other) =>
      place.left >= other.right || place.right <= other.left || place.top >= other.bottom || place.bottom <= other.top);
    const place = places.find(isFree) ?? places[0];
    labels.push(place);
    return { path: way.path, anchor: plan.anchor, ...place };
  }

  // What has most to say first.
  const sorted = [...edges].sort((a, b) => Math.sign(b.backlog) - Math.sign(a.backlog));
  const ways = new Map(sorted.map((edge) =>
    [key(edge), labelled(plan.way(plan.places.get(edge.from), plan.places.get(edge.to)), ...(edge.backlog < 0 ? [RATE_WIDTH, -3] : [WAITING_WIDTH, 21]))]));
  return { ...plan, way: (edge) => ways.get(key(edge)) };
}

const key = (edge) => `${edge.from}\n${edge.to}`;

function sideBySide(columns, width) {
  const gutter = Math.max(90, width * 0.085);
  const wide = (width - 3 * gutter) / 4;
  const rows = Math.max(1, ...columns.map((column) => column.length));
  const places = new Map();
  columns.forEach((column, i) => {
    const space = (rows - column.length) * (HEIGHT + GAP) / 2;
    column.forEach((node, row) => places.set(node.id, { x: i * (wide + gutter), y: TOP + space + row * (HEIGHT + GAP), wide }));
  });
  return {
    places,
    width,
    height: TOP + rows * (HEIGHT + GAP),
    anchor: 'middle',
    headings: columns.map((column, i) => ({ x: i * (wide + gutter), y: 14 })),
    way(from, to) {
      const [x1, y1, x2, y2] = [from.x + wide, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2];
      const bend = (x2 - x1) / 2;
      return {
        path: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
        at: (t) => ({ x: curve(t, x1, x1 + bend, x2 - bend, x2), y: curve(t, y1, y1, y2, y2) }),
      };
    },
  };
}

function oneBelowTheOther(columns, width) {
  const places = new Map();
  const widths = columns.map((column) => Math.max(NARROWEST, (width - (column.length - 1) * BESIDE) / Math.max(1, column.length)));
  const top = (i) => TOP - 10 + i * (HEIGHT + BETWEEN);
  columns.forEach((column, i) =>
    column.forEach((node, at) => places.set(node.id, { x: at * (widths[i] + BESIDE), y: top(i), wide: widths[i] })));
  return {
    places,
    width: Math.max(width, ...columns.map((column, i) => column.length * (widths[i] + BESIDE) - BESIDE)),
    height: top(columns.length - 1) + HEIGHT + GAP,
    anchor: 'start',
    headings: columns.map((column, i) => ({ x: 0, y: top(i) - 10 })),
    way(from, to) {
      const [x1, y1, x2, y2] = [from.x + from.wide / 2, from.y + HEIGHT, to.x + to.wide / 2, to.y];
      const bend = (y2 - y1) / 2;
      return {
        path: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`,
        at: (t) => ({ x: curve(t, x1, x1, x2, x2) + 9, y: curve(t, y1, y1 + bend, y2 - bend, y2) - 2 }),
      };
    },
  };
}

/** A cubic Bézier curve's coordinate. */
function curve(t, a, b, c, d) {
  const u = 1 - t;
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}
