// Numbers, durations and ages for people.

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const count = (n) => whole.format(n);

/** A rate: few digits, those that matter. */
export function rate(n) {
  if (n >= 99_950) return n >= 999_500 ? `${tenth.format(n / 1e6)} M` : `${whole.format(n / 1e3)} k`;
  return n >= 99.5 || n === 0 ? whole.format(n) : tenth.format(n);
}

/** Nanoseconds. */
export function duration(nanos) {
  if (nanos < 1e6) return `${trim(nanos / 1e3)} µs`;
  return nanos < 1e9 ? `${trim(nanos / 1e6)} ms` : `${trim(nanos / 1e9)} s`;
}

const trim = (n) => (n >= 99.5 ? n.toFixed(0) : n >= 9.95 ? n.toFixed(1) : n.toFixed(2));

/** Milliseconds since something. */
export function age(millis) {
  const seconds = Math.max(0, millis) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${seconds.toFixed(0)} s`;
  return seconds < 7200 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3600).toFixed(0)} h`;
}

export function uptime(millis) {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  const two = (n) => String(n).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  return `${days ? `${days} d ` : ''}${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export const clock = (millis) => new Date(millis).toLocaleTimeString('en-GB');

/** With its day, unless that is today. */
export function moment(millis) {
  const at = new Date(millis);
  return at.toDateString() === new Date().toDateString() ? clock(millis) : `${at.toLocaleDateString('en-CA')} ${clock(millis)}`;
}

/** A plotted value: as many digits as the table has, so that what moves keeps its width. */
export function value(n) {
  if (!Number.isFinite(n)) return '–';
  const short = String(n);
  if (Math.abs(n) >= 1e6 && Math.abs(n) < 1e15) return n.toFixed(0);
  const digits = n.toPrecision(6);
  return short.length < digits.length ? short : digits;
}

/** What stands at an axis: as many digits as tell one tick from the next, in the language of all other numbers here. */
export function ticks(numbers, step) {
  const isWhole = (n) => Math.abs(n - Math.round(n)) < 1e-6 * Math.abs(n);
  let decimals = 0;
  while (decimals < 7 && !isWhole(step * 10 ** decimals)) decimals++;
  const most = Math.max(...numbers.map(Math.abs));
  if (decimals > 6 || most >= 1e9) {
    const digits = Math.min(17, 2 + Math.max(0, Math.ceil(Math.log10(most / step))));
    return numbers.map((n) => (Math.abs(n) < step / 2 ? '0' : Number(n.toPrecision(digits)).toExponential().replace('+', '')));
  }
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return numbers.map((n) => format.format(Math.abs(n) < step / 2 ? 0 : n));
}
