/** Receives a living document that matches: its segment (by number in the view), its number there, its score. */
export type MatchSink = (state: number, doc: number, score: number) => void;
