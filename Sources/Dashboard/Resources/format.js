// Numbers, times and texts for people.

/// Returns a duration: "0.4 ms", "17 ms", "1.2 s".
export function duration(ms) {
  if (ms === null || ms === undefined) return "";
  if (ms < 1000) return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/// Returns the local time of day with milliseconds: "14:03:59.120".
export function clockTime(unixMs) {
  const date = new Date(unixMs);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/// Returns a size: "512 B", "3.4 kB", "1.2 MB".
export function byteCount(n) {
  if (n < 1000) return `${n} B`;
  if (n < 1_000_000) return `${(n / 1000).toFixed(n < 10_000 ? 1 : 0)} kB`;
  return `${(n / 1_000_000).toFixed(1)} MB`;
}

/// Returns a whole number with separators: "10,000".
export function count(n) {
  return n.toLocaleString("en-US");
}

/// Returns a number with its noun: "1 miss", "3 misses".
export function plural(n, one, many = `${one}s`) {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/// Returns the text, cut with an ellipsis.
export function shorten(text, limit) {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
