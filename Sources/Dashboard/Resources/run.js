// Sends GraphQL requests and reads their answers part by part: JSON, multipart/mixed and server-sent events.

import { plural } from "./format.js";

const largestAnswer = 32 * 1024 * 1024;

/// Sends a request. Calls `onHead` with the status and headers, and `onPart` with each part as it arrives.
/// Returns how the answer ended: "complete", "stopped", "failed" or "cut".
export async function sendOperation({ path, body, headers, signal, onHead, onPart }) {
  const begin = performance.now();
  const passed = () => performance.now() - begin;
  let bytes = 0;
  try {
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal, credentials: "omit" });
    const type = response.headers.get("content-type") ?? "";
    const emit = (text) => onPart({ text, value: parsedJSON(text), milliseconds: passed() });
    const parser = /^multipart\/mixed/i.test(type) ? multipartParser(type, emit)
      : /^text\/event-stream/i.test(type) ? eventParser(emit) : wholeParser(emit);
    onHead({ status: response.status, headers: [...response.headers], isStream: parser.isStream, isEvents: parser.isEvents });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    while (!parser.isDone) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      parser.add(decoder.decode(value, { stream: true }));
      if (parser.pending > largestAnswer) {
        reader.cancel();
        return { end: "cut", message: "The answer is cut: the page reads at most 32 MB.", milliseconds: passed(), bytes };
      }
    }
    parser.end?.();
    if (parser.isDone) reader.cancel();
    return { end: "complete", milliseconds: passed(), bytes };
  } catch (error) {
    return { end: signal.aborted ? "stopped" : "failed", message: signal.aborted ? null : error.message, milliseconds: passed(), bytes };
  }
}

function parsedJSON(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wholeParser(emit) {
  const chunks = [];
  return {
    pending: 0,
    add(text) {
      chunks.push(text);
      this.pending += text.length;
    },
    end: () => emit(chunks.join("")),
  };
}

// Reports a part when its JSON is complete, because the next delimiter may arrive much later.
function multipartParser(type, emit) {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type);
  const delimiter = `\r\n--${boundary?.[1] ?? boundary?.[2] ?? "-"}`;
  // The first delimiter may lack its line break.
  let buffer = "\r\n";
  let isReported = true;
  const content = (end) => {
    const start = buffer.indexOf("\r\n\r\n");
    return start < 0 ? "" : buffer.slice(start + 4, end).trim();
  };
  return {
    isStream: true,
    isDone: false,
    pending: 0,
    add(text) {
      let from = Math.max(0, buffer.length - delimiter.length - 2);
      buffer += text;
      // Whether a delimiter is the last one is known two characters later.
      for (let at; (at = buffer.indexOf(delimiter, from)) >= 0 && buffer.length >= at + delimiter.length + 2; from = 0) {
        if (!isReported && content(at)) emit(content(at));
        isReported = false;
        buffer = buffer.slice(at + delimiter.length);
        if (buffer.startsWith("--")) {
          this.isDone = true;
          return;
        }
      }
      this.pending = buffer.length;
      if (isReported || !/\}\s*$/.test(buffer.slice(-8)) || parsedJSON(content()) === undefined) return;
      emit(content());
      isReported = true;
    },
  };
}

// `next` events are parts, and `complete` ends the stream.
function eventParser(emit) {
  let buffer = "";
  let name = "";
  let data = [];
  return {
    isStream: true,
    isEvents: true,
    isDone: false,
    pending: 0,
    add(text) {
      const lines = text.split("\n");
      lines[0] = buffer + lines[0];
      buffer = lines.pop();
      this.pending = buffer.length;
      for (const line of lines.map((each) => each.replace(/\r$/, ""))) {
        const [, field, value] = /^(\w*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === "event") name = value;
        else if (field === "data") data.push(value ?? "");
        else if (line === "") {
          if (name === "complete") this.isDone = true;
          else if (data.length > 0) emit(data.join("\n"));
          name = "";
          data = [];
        }
      }
    },
  };
}

/// The result of an incremental answer, merged from its parts in both formats: by path, and by id of a pending result.
export function incrementalResult() {
  const pending = new Map();
  let result = null;
  const isObject = (value) => value !== null && typeof value === "object";
  const place = (item) => [...(pending.get(item.id)?.path ?? item.path ?? []), ...(item.subPath ?? [])];
  const at = (path) => path.reduce((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), result.data);
  const addErrors = (errors) => {
    if (errors) result.errors = [...(result.errors ?? []), ...errors];
  };
  const merge = (target, source) => {
    for (const [key, value] of Object.entries(source)) {
      const old = Object.hasOwn(target, key) ? target[key] : undefined;
      if (isObject(old) && isObject(value)) merge(old, value);
      // Assigning this key would replace the prototype.
      else if (key !== "__proto__") target[key] = value;
    }
  };
  const apply = (item) => {
    const path = place(item);
    addErrors(item.errors);
    // By id, items belong at the end of the list. By path, the path ends with their index.
    const index = item.items && !pending.has(item.id) && typeof path.at(-1) === "number" ? path.pop() : Infinity;
    const target = at(path);
    if (Array.isArray(target) && item.items) target.splice(index, 0, ...structuredClone(item.items));
    else if (isObject(target) && isObject(item.data)) merge(target, structuredClone(item.data));
  };
  return {
    place,
    value: () => result,
    add(part) {
      if (!isObject(part)) return;
      for (const item of part.pending ?? []) pending.set(item.id, item);
      if (result === null) {
        const { hasNext, pending: ids, incremental, completed, ...first } = part;
        result = structuredClone(first);
      } else if (part.path) apply(part);
      else addErrors(part.errors);
      for (const item of part.incremental ?? []) apply(item);
      for (const item of part.completed ?? []) {
        addErrors(item.errors);
        pending.delete(item.id);
      }
      if (part.extensions) result.extensions = { ...result.extensions, ...part.extensions };
    },
  };
}

/// Returns a line that describes a part: what it adds, and where. `place(item)` returns the path of an incremental item.
export function partSummary(value, text, place) {
  if (value === null || typeof value !== "object") return text.slice(0, 200);
  const items = value.incremental ?? (value.path ? [value] : []);
  const words = items.map((item) => (item.items ? `+${plural(item.items.length, "item")} ` : "") + [place(item).join(".") || "data", item.label].filter(Boolean).join(" · "));
  if (items.length === 0 && value.data !== undefined) words.push(JSON.stringify(value.data).slice(0, 200));
  if (value.errors) words.push(`errors: ${value.errors.map((error) => error?.message).join("; ")}`);
  return words.join(", ") || (value.hasNext === false ? "end" : text.slice(0, 200));
}
