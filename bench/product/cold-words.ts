import { type DataSet, readDocuments } from '../data-set.ts';
import type { Question, QuestionClass } from '../questions.ts';

/** The documents whose words are taken. */
const SAMPLE = 20_000;
const MEASURED = 1000;
const WARM = 600;
/** In how many documents of the sample a word is. */
const LEAST = 3;
const MOST = 2000;

/**
 * Words that no other question has, each of them asked once: nothing that a server keeps of earlier questions helps.
 * Rare and frequent words are mixed as in the documents' vocabulary.
 */
export async function coldWords(set: DataSet, others: readonly QuestionClass[]): Promise<QuestionClass> {
  const asked = new Set(
    others.flatMap(({ measured, warm }) => [...measured, ...warm].flatMap(({ terms }) => terms)),
  );
  const counts = new Map<string, number>();
  for await (const { name, summary, body } of readDocuments({ ...set, limit: Math.min(set.limit, SAMPLE) })) {
    const words = new Set(`${name} ${summary} ${body}`.toLowerCase().match(/\b[a-z]{4,14}\b/g));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts]
    .filter(([word, count]) => count >= LEAST && count <= MOST && !asked.has(word))
    .map(([word]) => word)
    .sort();
  const step = Math.max(1, words.length / (MEASURED + WARM));
  const questions = Array.from({ length: Math.min(words.length, MEASURED + WARM) }, (_, i): Question => {
    return { terms: [words[Math.floor(i * step)] as string] };
  });
  // Every few words one is for the warm-up, so that both halves have all letters.
  const isWarm = (_: Question, i: number): boolean => i % 8 < 3;
  return {
    name: 'cold',
    measured: questions.filter((question, i) => !isWarm(question, i)),
    warm: questions.filter(isWarm),
  };
}
