// Sends GraphQL requests and reads their answers part by part: JSON, multipart/mixed and server-sent events.

import { plural } from "./format.js";

const largestAnswer = 32 * 1024 * 1024;

/// Sends a request. Calls `onHead` with the status and headers, and `onPart` with each part as it arrives.
/// Returns how the answer ended: "complete", "stopped", "failed" or "cut".
export async function sendOperation({ path, body, headers, signal, onHead, onPart }) {
  const begin = performance.now();
  const passed = () => performance.now() - begin;
  let bytes = 0;
  const ended = (end, message) => ({ end, message, milliseconds: passed(), bytes });
  try {
    const request = { method: "POST", headers, body: JSON.stringify(body), signal, credentials: "omit" };
    const response = await fetch(path, request);
    const type = response.headers.get("content-type") ?? "";
    const emit = (text) => onPart({ text, value: parsedJSON(text), milliseconds: passed() });
    const isEvents = type.startsWith("text/event-stream");
    const isStream = isEvents || type.startsWith("multipart/mixed");
    const parser = isEvents ? eventParser(emit) : isStream ? multipartParser(type, emit) : wholeParser(emit);
    onHead({ status: response.status, headers: [...response.headers], isStream, isEvents });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    while (!parser.isDone) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      parser.add(decoder.decode(value, { stream: true }));
      if (parser.pending <= largestAnswer) continue;
      reader.cancel();
      return ended("cut", "The answer is cut: the page reads at most 32 MB.");
    }
    parser.end?.();
    if (parser.isDone) reader.cancel();
    return ended("complete");
  } catch (error) {
    return signal.aborted ? ended("stopped") : ended("failed", error.message);
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

/// Reports a part when its JSON is complete, because the next delimiter may arrive much later.
function multipartParser(type, emit) {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const delimiter = `\r\n--${quoted ?? plain ?? "-"}`;
  // The first delimiter may lack its line break.
  let buffer = "\r\n";
  let isReported = true;
  const content = (end) => {
    const start = buffer.indexOf("\r\n\r\n");
    return start < 0 ? "" : buffer.slice(start + 4, end).trim();
  };
  return {
    isDone: false,
    pending: 0,
    add(text) {
      let from = Math.max(0, buffer.length - delimiter.length - 2);
      buffer += text;
      // Whether a delimiter is the last one is known two characters later.
      for (let at; (at = buffer.indexOf(delimiter, from)) >= 0 && buffer[at + delimiter.length + 1]; from = 0) {
        if (!isReported && content(at)) emit(content(at));
        isReported = false;
        buffer = buffer.slice(at + delimiter.length);
        this.isDone = buffer.startsWith("--");
        if (this.isDone) return;
      }
      this.pending = buffer.length;
      if (isReported || !/\}\s*$/.test(buffer.slice(-8)) || parsedJSON(content()) === undefined) return;
      emit(content());
      isReported = true;
    },
  };
}

/// Reports `next` events as parts. A `complete` event ends the stream.
function eventParser(emit) {
  let [buffer, name, data] = ["", "", []];
  return {
    isDone: false,
    pending: 0,
    add(text) {
      const lines = text.split("\n");
      lines[0] = buffer + lines[0];
      buffer = lines.pop();
      this.pending = buffer.length;
      for (const line of lines) {
        const [, field, value] = /^(\w*)(?:: ?(.*?))?\r?$/s.exec(line) ?? [];
        if (field === "event") name = value;
        else if (field === "data") data.push(value ?? "");
        else if (field === "" && value === undefined) {
          if (name === "complete") this.isDone = true;
          else if (data.length) emit(data.join("\n"));
          [name, data] = ["", []];
        }
      }
    },
  };
}

const isObject = (value) => value !== null && typeof value === "object";

function mergeInto(target, source) {
  for (const [key, value] of Object.entries(source)) {
    // Assigning this key would change the prototype.
    if (key === "__proto__") continue;
    if (isObject(target[key]) && isObject(value)) mergeInto(target[key], value);
    else target[key] = value;
  }
}

/// The result of an incremental answer, merged from its parts in both formats: by path, and by id of a pending result.
export function incrementalResult() {
  const pending = new Map();
  let result = null;
  const place = (item) => [...(pending.get(item.id)?.path ?? item.path ?? []), ...(item.subPath ?? [])];
  const addErrors = ({ errors }) => {
    if (errors) result.errors = [...(result.errors ?? []), ...errors];
  };
  const apply = (item) => {
    const path = place(item);
    addErrors(item);
    // By id, items belong at the end of the list. By path, the path ends with their index.
    const index = item.items && !pending.has(item.id) ? path.pop() : Infinity;
    const target = path.reduce((value, key) => value?.[key], result.data);
    if (Array.isArray(target) && item.items) target.splice(index, 0, ...structuredClone(item.items));
    else if (isObject(target) && item.data) mergeInto(target, structuredClone(item.data));
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
      else addErrors(part);
      for (const item of part.incremental ?? []) apply(item);
      for (const item of part.completed ?? []) {
        addErrors(item);
        pending.delete(item.id);
      }
      if (part.extensions) result.extensions = { ...result.extensions, ...part.extensions };
    },
  };
}

/// Returns a line about a part: what it adds, and where. `place(item)` returns the path of an incremental item.
export function partSummary(value, text, place) {
  const beginning = text.slice(0, 200);
  if (!isObject(value)) return beginning;
  const items = value.incremental ?? (value.path ? [value] : []);
  const words = items.map((item) => (item.items ? `+${plural(item.items.length, "item")} ` : "")
    + [place(item).join(".") || "data", item.label].filter(Boolean).join(" · "));
  if (!items.length && value.data !== undefined) words.push(JSON.stringify(value.data).slice(0, 200));
  if (value.errors) words.push(`errors: ${value.errors.map(({ message }) => message).join("; ")}`);
  return words.join(", ") || (value.hasNext === false ? "end" : beginning);
}
