// Tokens of GraphQL documents: colors, places of operations, and indentation. The program parses and validates.

const documentPattern = /("""(?:\\"""|[^])*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?)|(#[^\n]*)|(\$[_A-Za-z]\w*)|(@[_A-Za-z]\w*)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([_A-Za-z]\w*)|(\.\.\.|[^\s,\uFEFF])/g;
const tokenKinds = [null, "string", "comment", "variable", "directive", "number", "name", "mark"];
const documentKeywords = new Set(["query", "mutation", "subscription", "fragment", "on", "true", "false", "null"]);
const openers = new Set(["{", "(", "["]);
const closers = new Set(["}", ")", "]"]);

/// Returns the tokens of a text: `{kind, start, end}`. Languages are "graphql", "json" and "headers".
export function editorTokens(text, language = "graphql") {
  const tokens = [];
  if (language === "headers") {
    for (const match of text.matchAll(/^([^:\n]+):([^\n]*)/gm)) {
      const colon = match.index + match[1].length;
      tokens.push({ kind: "argument", start: match.index, end: colon }, { kind: "string", start: colon + 1, end: match.index + match[0].length });
    }
    return tokens;
  }
  for (const match of text.matchAll(documentPattern)) {
    let kind = "mark";
    for (let group = 1; group < tokenKinds.length; group++) if (match[group] !== undefined) kind = tokenKinds[group];
    const end = match.index + match[0].length;
    if (kind === "name" || (language === "json" && kind === "string")) {
      if (/^[ \t]*:/.test(text.slice(end, end + 4))) kind = "argument";
      else if (documentKeywords.has(match[0])) kind = "keyword";
    }
    tokens.push({ kind, start: match.index, end });
  }
  return tokens;
}

/// Returns the operations of a document: `{kind, name, start, end, isIncremental}`, in order.
export function documentOperations(text) {
  const operations = [];
  let depth = 0;
  let current = null;
  let isFresh = true;
  const tokens = editorTokens(text).filter((token) => token.kind !== "comment");
  for (const [index, token] of tokens.entries()) {
    const word = text.slice(token.start, token.end);
    if (depth === 0 && isFresh) {
      const isOperation = ["{", "query", "mutation", "subscription"].includes(word);
      const next = tokens[index + 1];
      const name = isOperation && word !== "{" && next && /^[_A-Za-z]/.test(text[next.start]) ? text.slice(next.start, next.end) : null;
      current = isOperation ? { kind: word === "{" ? "query" : word, name, start: token.start, end: token.end, isIncremental: false } : null;
      if (current) operations.push(current);
      isFresh = false;
    }
    if (openers.has(word)) depth++;
    if (closers.has(word)) depth = Math.max(0, depth - 1);
    if (current) current.end = token.end;
    if (depth === 0 && word === "}") isFresh = true;
  }
  // A fragment may contain the directive, so it counts for all operations.
  const isIncremental = tokens.some((token) => token.kind === "directive" && /^@(defer|stream)$/.test(text.slice(token.start, token.end)));
  for (const operation of operations) operation.isIncremental = isIncremental;
  return operations;
}

/// Returns the document with new line breaks and indentation. Comments and single empty lines remain.
export function prettyDocument(text) {
  const tokens = editorTokens(text).map((token) => ({ ...token, word: text.slice(token.start, token.end) }));
  const lines = [];
  let line = "";
  let depth = 0;
  let isBalanced = true;
  const stack = [];
  const closing = { "{": "}", "{sel": "}", "(": ")", "[": "]" };
  const flush = () => {
    if (line.trim() !== "") lines.push(line.trimEnd());
    line = "";
  };
  const place = (word, isSpaced) => {
    if (line === "") line = "  ".repeat(depth) + word;
    else line += (isSpaced ? " " : "") + word;
  };
  tokens.forEach((token, index) => {
    const { word, kind } = token;
    const before = tokens[index - 1];
    const gap = before ? text.slice(before.end, token.start) : "";
    const inside = stack.at(-1);
    if (kind === "comment") {
      if (gap.includes("\n") || !before) flush();
      if (/\n[^\S\n]*\n/.test(gap) && lines.length) lines.push("");
      place(word.trimEnd(), true);
      flush();
      return;
    }
    if (closers.has(word)) {
      const opened = stack.pop();
      isBalanced &&= opened !== undefined && closing[opened.word] === word;
      if (opened?.isBlock) {
        flush();
        depth--;
      }
      place(word, false);
      // A finished definition ends its line.
      if (word === "}" && stack.length === 0) flush();
      return;
    }
    const isStart = !inside ? line === "" : inside.isBlock && startsItem(tokens, index, inside.word);
    if (isStart) {
      flush();
      const isComment = before?.kind === "comment";
      const isDefinition = !inside && before && !isComment;
      if ((isDefinition || (/\n[^\S\n]*\n/.test(gap) && !openers.has(before?.word))) && lines.length && lines.at(-1) !== "") lines.push("");
    }
    const isTight = openers.has(before?.word) || [":", "!", "("].includes(word) || (before?.word === "..." && kind !== "directive" && word !== "on" && word !== "{");
    const needsComma = inside && !isStart && inside.word !== "{sel" && startsItem(tokens, index, inside.word) && !openers.has(before?.word);
    if (needsComma) line += ",";
    place(word, !isTight);
    if (!openers.has(word)) return;
    const isSelection = word === "{" && !stack.some((each) => each.word !== "{sel");
    const isBlock = isSelection || isLong(tokens, index, line.length);
    stack.push({ word: isSelection ? "{sel" : word, isBlock });
    if (isBlock) {
      flush();
      depth++;
    }
  });
  flush();
  const result = lines.join("\n") + "\n";
  const essence = (source) => editorTokens(source).map((token) => source.slice(token.start, token.end).trimEnd()).join(" ");
  // A document with syntax errors stays as it is.
  return isBalanced && stack.length === 0 && essence(result) === essence(text) ? result : text;
}

/// Whether a token begins a selection, an argument or a list item.
function startsItem(tokens, index, container) {
  const { word, kind } = tokens[index];
  const before = tokens[index - 1];
  if (!before || openers.has(before.word)) return true;
  if ([":", "=", "!", "|", "&"].includes(word) || (openers.has(word) && container !== "[")) return false;
  if (container === "{sel") {
    if (kind === "directive" || before.word === ":" || before.word === "on") return false;
    return word === "..." || before.word !== "...";
  }
  if (kind === "directive" || [":", "=", "$", "..."].includes(before.word)) return false;
  return true;
}

/// Whether the brackets that open at this token need more than one line.
function isLong(tokens, index, column) {
  let depth = 0;
  let length = column;
  for (let at = index; at < tokens.length; at++) {
    const { word, kind } = tokens[at];
    if (kind === "comment" || word.includes("\n")) return true;
    length += word.length + 1;
    if (length > 90) return true;
    if (openers.has(word)) depth++;
    if (closers.has(word) && --depth === 0) return false;
  }
  return true;
}
