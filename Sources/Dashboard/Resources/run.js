// Sends GraphQL requests and reads their answers part by part: JSON, multipart/mixed and server-sent events.

import { plural } from "./format.js";

const largestAnswer = 32 * 1024 * 1024;

/// Sends one request. Calls `onHead` with the status and headers, and `onPart` with each part as it arrives.
/// Returns how the answer ended: "complete", "stopped", "failed" or "cut".
export async function sendOperation({ path, body, headers, signal, onHead, onPart }) {
  const begin = performance.now();
  const ending = (end, message) => ({ end, message, milliseconds: performance.now() - begin, bytes });
  let bytes = 0;
  let isCut = false;
  try {
    const response = await fetch(path, {
      method: "POST", headers, body: JSON.stringify(body), signal, cache: "no-store", credentials: "omit",
    });
    const type = response.headers.get("content-type") ?? "";
    const head = {
      status: response.status, headers: [...response.headers], type,
      milliseconds: performance.now() - begin, isStream: /^(multipart\/mixed|text\/event-stream)/i.test(type),
    };
    onHead(head);
    const emit = (text) => onPart({ text, value: parsedJSON(text), milliseconds: performance.now() - begin });
    const parser = partsParser(type, emit);
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      isCut = head.isStream ? parser.pendingLength() > largestAnswer : bytes > largestAnswer;
      parser.add(decoder.decode(value, { stream: true }));
      if (isCut || parser.isComplete()) {
        reader.cancel().catch(() => {});
        break;
      }
    }
    parser.end(decoder.decode());
    return ending(isCut ? "cut" : "complete", isCut ? "The page reads at most 32 MB of an answer." : null);
  } catch (error) {
    return signal.aborted ? ending("stopped", null) : ending("failed", error.message);
  }
}

function parsedJSON(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function partsParser(type, emit) {
  if (/^multipart\/mixed/i.test(type)) return multipartParser(type, emit);
  if (/^text\/event-stream/i.test(type)) return eventParser(emit);
  const chunks = [];
  return {
    add: (text) => chunks.push(text),
    end: (text) => emit(chunks.join("") + text),
    isComplete: () => false,
    pendingLength: () => 0,
  };
}

/// A parser of multipart/mixed. It reports a part when its JSON is complete, before the next delimiter arrives.
export function multipartParser(type, emit) {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type);
  const delimiter = "\r\n--" + (boundary?.[1] ?? boundary?.[2] ?? "-");
  // The first delimiter may lack its line break.
  let buffer = "\r\n";
  let isInPart = false;
  let isReported = false;
  let isDone = false;
  const report = (content) => {
    const start = content.indexOf("\r\n\r\n");
    const text = start < 0 ? "" : content.slice(start + 4);
    if (text.trim() !== "") emit(text);
  };
  const add = (text) => {
    const seen = Math.max(0, buffer.length - delimiter.length - 4);
    buffer += text;
    let from = seen;
    while (!isDone) {
      const at = buffer.indexOf(delimiter, from);
      // Whether the delimiter is the last one is known two characters later.
      if (at < 0 || buffer.length < at + delimiter.length + 2) break;
      if (isInPart && !isReported) report(buffer.slice(0, at));
      isReported = false;
      isDone = buffer.startsWith("--", at + delimiter.length);
      isInPart = true;
      buffer = buffer.slice(at + delimiter.length);
      from = 0;
    }
    if (isDone || !isInPart || isReported || !/\}\s*$/.test(buffer.slice(-8))) return;
    const start = buffer.indexOf("\r\n\r\n");
    if (start < 0 || parsedJSON(buffer.slice(start + 4)) === undefined) return;
    report(buffer);
    isReported = true;
  };
  return {
    add,
    end: (text) => {
      add(text);
      if (!isDone && isInPart && !isReported) report(buffer);
    },
    isComplete: () => isDone,
    pendingLength: () => buffer.length,
  };
}

/// A parser of server-sent events: `next` events are parts, and `complete` ends the stream.
export function eventParser(emit) {
  let buffer = "";
  let name = "";
  let data = [];
  let isDone = false;
  const line = (text) => {
    if (text === "") {
      if (name === "complete") isDone = true;
      else if (data.length > 0) emit(data.join("\n"));
      name = "";
      data = [];
      return;
    }
    const colon = text.indexOf(":");
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
    if (field === "event") name = value;
    if (field === "data") data.push(value);
  };
  const add = (text) => {
    // A chunk without a line break cannot complete a line, so a long line is scanned once.
    const at = text.lastIndexOf("\n");
    if (at < 0) {
      buffer += text;
      return;
    }
    const lines = (buffer + text.slice(0, at)).split("\n");
    buffer = text.slice(at + 1);
    for (const each of lines) if (!isDone) line(each.endsWith("\r") ? each.slice(0, -1) : each);
  };
  return {
    add,
    end: (text) => {
      add(text + "\n");
      if (!isDone) line("");
    },
    isComplete: () => isDone,
    pendingLength: () => buffer.length,
  };
}

/// The result of an incremental answer, merged from its parts in both formats: by path, and by id of a pending result.
export function incrementalResult() {
  const pending = new Map();
  let result = null;
  const child = (value, key) => (value !== null && typeof value === "object" && Object.hasOwn(value, key) ? value[key] : undefined);
  const at = (path) => path.reduce(child, result?.data);
  const addErrors = (errors) => {
    if (Array.isArray(errors)) result.errors = [...(result.errors ?? []), ...errors];
  };
  const place = (item) => [...(pending.get(item.id)?.path ?? item.path ?? []), ...(item.subPath ?? [])];
  const apply = (item) => {
    const path = place(item);
    addErrors(item.errors);
    if (Array.isArray(item.items)) {
      const index = path.at(-1);
      // By id, items belong at the end of the list. By path, the path ends with their index.
      const isIndexed = !pending.has(item.id) && typeof index === "number";
      const list = at(isIndexed ? path.slice(0, -1) : path);
      if (Array.isArray(list)) list.splice(isIndexed ? index : list.length, 0, ...structuredClone(item.items));
    } else if (item.data !== null && typeof item.data === "object") {
      const target = at(path);
      if (target !== null && typeof target === "object") mergeInto(target, structuredClone(item.data));
    }
  };
  return {
    add(part) {
      if (part === null || typeof part !== "object") return;
      for (const item of part.pending ?? []) pending.set(item.id, item);
      if (result === null) {
        const { hasNext, pending: ignored, incremental, completed, ...first } = part;
        result = structuredClone(first);
      } else if (part.path) {
        apply(part);
      } else {
        addErrors(part.errors);
      }
      for (const item of part.incremental ?? []) apply(item);
      for (const item of part.completed ?? []) {
        addErrors(item.errors);
        pending.delete(item.id);
      }
      if (part.extensions) result.extensions = { ...result.extensions, ...part.extensions };
    },
    place,
    value: () => result,
  };
}

function mergeInto(target, source) {
  for (const [key, value] of Object.entries(source)) {
    const old = Object.hasOwn(target, key) ? target[key] : undefined;
    if (old !== null && typeof old === "object" && value !== null && typeof value === "object") mergeInto(old, value);
    // Plain assignment of this one key would replace the prototype.
    else if (key !== "__proto__") target[key] = value;
  }
}

/// Returns a line that describes a part: what it adds, and where. `place(item)` returns the path of an incremental item.
export function partSummary(value, text, place) {
  if (value === null || typeof value !== "object") return text.slice(0, 200);
  const items = value.incremental ?? (value.path ? [value] : []);
  const words = items.map((item) => (item.items ? `+${plural(item.items.length, "item")} ` : "") + [place(item).join(".") || "data", item.label].filter(Boolean).join(" · "));
  if (items.length === 0 && value.data !== undefined) words.push(JSON.stringify(value.data).slice(0, 200));
  if (value.errors) words.push(`errors: ${value.errors.map((error) => error?.message).join("; ")}`);
  return words.join(", ") || (value.hasNext === false ? "end" : JSON.stringify(value).slice(0, 200));
}
