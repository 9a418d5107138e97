import type { Operand, QueryPlan, SynonymExpansion } from '../index/plan.ts';

/*
 * Parses the text of a query (docs/matching.md, section 6). Every text is a valid query: an operator without its
 * operands is plain text. Time is linear: each character is read a bounded number of times.
 */

/** The most operands of a query; further ones are ignored, as are words beyond the 64th. */
const MOST_OPERANDS = 64;

type Mark = '+' | '-' | '';
type Token =
  | { readonly kind: 'operand'; readonly operand: Operand; readonly mark: Mark }
  | { readonly kind: 'keyword'; readonly word: 'AND' | 'OR' | 'NOT' };

/** An operand and its state during parsing. */
interface Entry {
  readonly operand: Operand;
  required: boolean;
  readonly forbidden: boolean;
}

/** `synonyms` count in plain queries only. */
export function parseQueryText(text: string, synonyms: readonly SynonymExpansion[] = []): QueryPlan {
  if (text.trim() === '') return { kind: 'everything' };
  if (!mayHoldOperators(text)) return { kind: 'plain', text, synonyms };
  const { entries, hasOperators } = entriesOf(tokensOf(text));
  if (!hasOperators) return { kind: 'plain', text, synonyms };
  const counted = entries.slice(0, MOST_OPERANDS);
  const operands = (keep: (entry: Entry) => boolean): Operand[] =>
    counted.filter(keep).map(({ operand }) => operand);
  return {
    kind: 'operators',
    required: operands(({ required, forbidden }) => required && !forbidden),
    wanted: operands(({ required, forbidden }) => !required && !forbidden),
    forbidden: operands(({ forbidden }) => forbidden),
  };
}

/** Most queries have no operators and skip the parser. */
const mayHoldOperators = (text: string): boolean =>
  text.includes('"') ||
  text.includes('+') ||
  text.includes('-') ||
  text.includes('AND') ||
  text.includes('OR') ||
  text.includes('NOT');

const isBlank = (character: string | undefined): boolean =>
  character !== undefined && character.trim() === '';
const HAS_WORD = /[\p{L}\p{N}_]/u;

/** Cuts a text into chunks, phrases and keywords. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const closing = closingQuotes(text);
  let next = 0; // index into `closing`; it only grows, so many open quotes cost no more than a few
  for (let at = 0; at < text.length; ) {
    if (isBlank(text[at])) {
      at++;
      continue;
    }
    const marked = text[at] === '+' || text[at] === '-';
    const quote = marked ? at + 1 : at;
    if (text[quote] === '"') {
      while (next < closing.length && (closing[next] as number) <= quote) next++;
      const end = closing[next];
      const phrase = end === undefined ? '' : text.slice(quote + 1, end);
      if (end !== undefined && phrase.trim() !== '') {
        const mark = marked ? (text[at] as Mark) : '';
        tokens.push({ kind: 'operand', operand: { kind: 'phrase', text: phrase }, mark });
        at = end + 1;
        continue;
      }
    }
    const end = endOfChunk(text, at);
    tokens.push(chunkToken(text.slice(at, end)));
    at = end;
  }
  return tokens;
}

/** The offsets of double quotes at the end of a chunk. */
function closingQuotes(text: string): number[] {
  const closing: number[] = [];
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    if (at + 1 === text.length || isBlank(text[at + 1])) closing.push(at);
  }
  return closing;
}

function endOfChunk(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isBlank(text[end])) end++;
  return end;
}

function chunkToken(chunk: string): Token {
  if (chunk === 'AND' || chunk === 'OR' || chunk === 'NOT') return { kind: 'keyword', word: chunk };
  const rest = chunk.slice(1);
  const isMarked = (chunk[0] === '+' || chunk[0] === '-') && canBeMarked(rest);
  return {
    kind: 'operand',
    operand: { kind: 'word', text: isMarked ? rest : chunk },
    mark: isMarked ? (chunk[0] as Mark) : '',
  };
}

/** A lone sign, `--flag`, `-"` and the like are plain text. */
const canBeMarked = (rest: string): boolean => !'+-"'.includes(rest[0] ?? '"') && HAS_WORD.test(rest);

/** Combines keywords with their operands, from left to right; a keyword without operands is a plain word. */
function entriesOf(tokens: readonly Token[]): { entries: Entry[]; hasOperators: boolean } {
  const entries: Entry[] = [];
  const after = operandsAfter(tokens);
  let hasOperators = false;
  let requireNext = false;
  for (let at = 0; at < tokens.length; at++) {
    let token = tokens[at] as Token;
    if (token.kind === 'keyword' && token.word !== 'NOT') {
      const before = entries.at(-1);
      if (before !== undefined && after[at] !== undefined) {
        hasOperators = true;
        if (token.word === 'AND') {
          before.required = true;
          requireNext = true;
        }
        continue;
      }
    }
    let negated = false;
    if (token.kind === 'keyword' && token.word === 'NOT') {
      const operand = after[at];
      if (operand !== undefined) {
        negated = true;
        at = operand;
        token = tokens[at] as Token;
      }
    }
    const { operand, mark } = token.kind === 'operand' ? token : plainWord(token.word);
    hasOperators ||= negated || mark !== '' || operand.kind === 'phrase';
    entries.push({ operand, required: requireNext || mark === '+', forbidden: negated || mark === '-' });
    requireNext = false;
  }
  return { entries, hasOperators };
}

const plainWord = (word: string): { operand: Operand; mark: Mark } => ({
  operand: { kind: 'word', text: word },
  mark: '',
});

/**
 * For each token, the index of the operand that follows it, after any number of NOTs; undefined if there is none.
 * Computed from the end, so that a run of NOTs takes linear time.
 */
function operandsAfter(tokens: readonly Token[]): Array<number | undefined> {
  const after: Array<number | undefined> = new Array(tokens.length);
  let following: number | undefined;
  for (let at = tokens.length - 1; at >= 0; at--) {
    after[at] = following;
    const token = tokens[at] as Token;
    if (token.kind === 'operand') following = at;
    else if (token.word !== 'NOT') following = undefined;
  }
  return after;
}
