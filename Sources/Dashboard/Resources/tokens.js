// Tokens of GraphQL documents: colors, places of operations, and indentation. The program parses and validates.

const documentPattern = /("""(?:\\"""|[^])*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?)|(#[^\n]*)|(\$[_A-Za-z]\w*)|(@[_A-Za-z]\w*)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([_A-Za-z]\w*)|(\.\.\.|[^\s,\uFEFF])/g;
const tokenKinds = ["string", "comment", "variable", "directive", "number", "name", "mark"];
const documentKeywords = /^(query|mutation|subscription|fragment|on|true|false|null)$/;

/// Returns the tokens of a text: `{kind, start, end, word}`. Languages are "graphql", "json" and "headers".
export function editorTokens(text, language = "graphql") {
  if (language === "headers") {
    return [...text.matchAll(/^[^:\n]+(?=:)/gm)].map(({ 0: word, index }) => ({ kind: "argument", start: index, end: index + word.length, word }));
  }
  const tokens = [];
  for (const match of text.matchAll(documentPattern)) {
    const word = match[0];
    const end = match.index + word.length;
    let kind = tokenKinds[match.indexOf(word, 1) - 1];
    if (kind === "name" || (language === "json" && kind === "string")) {
      if (/^[ \t]*:/.test(text.slice(end, end + 4))) kind = "argument";
      else if (documentKeywords.test(word)) kind = "keyword";
    }
    tokens.push({ kind, start: match.index, end, word });
  }
  return tokens;
}

const depthChange = (word) => ("{([".includes(word) ? 1 : "})]".includes(word) ? -1 : 0);

/// Returns the operations of a document: `{kind, name, start, end, isIncremental}`, in order.
export function documentOperations(text) {
  const operations = [];
  let depth = 0;
  let current = null;
  let isFirst = true;
  const tokens = editorTokens(text).filter(({ kind }) => kind !== "comment");
  // A fragment may have the directive, so it counts for all operations.
  const isIncremental = tokens.some(({ word }) => word === "@defer" || word === "@stream");
  tokens.forEach(({ word, start, end }, index) => {
    if (isFirst) {
      const next = tokens[index + 1]?.word ?? "";
      const name = /^\w/.test(next) && word !== "{" ? next : null;
      const kind = word === "{" ? "query" : word;
      current = ["query", "mutation", "subscription"].includes(kind) ? { kind, name, start, end, isIncremental } : null;
      if (current) operations.push(current);
    }
    depth += depthChange(word);
    isFirst = depth === 0 && word === "}";
    if (current) current.end = end;
  });
  return operations;
}

/// Returns the document with each field on a line of its own. Comments, empty lines and line breaks in arguments remain.
export function prettyDocument(text) {
  const tokens = editorTokens(text);
  const open = [];
  let result = "";
  tokens.forEach((token, index) => {
    const { word, kind } = token;
    const before = tokens[index - 1];
    const gap = before ? text.slice(before.end, token.start) : "";
    if (depthChange(word) < 0) open.pop();
    const isSelection = !open.some((each) => each !== "{");
    const isItem = kind !== "directive" && ![":", "{", "(", ")", "=", "!"].includes(word) && ![":", "on", "..."].includes(before?.word);
    const isClosing = before?.word === "}" && word !== "}" && open.length === 0;
    const isNew = isSelection && (word === "}" || before?.word === "{" || isClosing || (open.length > 0 && (isItem || word === "...")));
    const isComment = kind === "comment" || before?.kind === "comment";
    if (before && (isComment ? gap.includes("\n") : isNew || (!isSelection && gap.includes("\n")))) {
      const isApart = isClosing || (/\n\s*\n/.test(gap) && word !== "}" && before.word !== "{");
      result += (isApart ? "\n\n" : "\n") + "  ".repeat(open.length);
    } else if (before) {
      if (gap.includes(",") && !isSelection) result += ",";
      const isTight = (!isSelection && ("{([".includes(before.word) || word === "}")) || [":", "!", "(", ")", "]"].includes(word)
        || (before.word === "..." && kind === "name");
      if (!isTight) result += " ";
    }
    result += word.trimEnd();
    if (depthChange(word) > 0) open.push(word);
  });
  const words = (source) => editorTokens(source).map(({ word }) => word.trimEnd()).join("\n");
  // A document with syntax errors stays as it is.
  return open.length > 0 || words(result) !== words(text) ? text : `${result}\n`;
}
