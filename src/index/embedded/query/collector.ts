import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import type { SegmentState } from '../segment-state.ts';
import type { View } from '../view.ts';
import { compileBoosts } from './boosts.ts';
import { facetCounter } from './facets.ts';
import { compileFilter } from './filter.ts';
import { Grouping } from './grouping.ts';
import type { Keeper } from './keeper.ts';
import type { MatchSink } from './match.ts';
import { isPromoted } from './promotion.ts';
import { Ranking } from './ranking.ts';

/** What is done with each matching document of one segment. */
type Step = (doc: number, score: number) => void;

/** Filters, boosts, counts, sorts and groups what matches. */
export class Collector {
  readonly #view: View;
  readonly #plan: SearchPlan;
  readonly #facets;
  readonly #steps: Array<Step | undefined>;
  readonly #keeper: Keeper;
  #total = 0;

  constructor(view: View, plan: SearchPlan) {
    this.#view = view;
    this.#plan = plan;
    this.#facets = plan.facets.map(facetCounter);
    this.#steps = view.states.map(() => undefined);
    this.#keeper = plan.group === null ? new Ranking(view, plan) : new Grouping(view, plan, plan.group);
  }

  readonly sink: MatchSink = (state, doc, score) => {
    const step = this.#steps[state] ?? this.#stepFor(state);
    step(doc, score);
  };

  #stepFor(number: number): Step {
    const { segment } = this.#view.states[number] as SegmentState;
    const passes = compileFilter(this.#plan.filter, segment);
    const boosted = compileBoosts(this.#plan.boosts, segment);
    const counters = this.#facets.map((facet) => facet.in(segment));
    const keep = this.#keeper.in(number);
    const step: Step = (doc, score) => {
      if (!passes(doc)) return;
      this.#total++;
      for (const count of counters) count(doc);
      keep(doc, boosted === null || isPromoted(score) ? score : boosted(doc, score));
    };
    this.#steps[number] = step;
    return step;
  }

  outcome(): SearchOutcome {
    const { hits, total } = this.#keeper.result(this.#total);
    return { total, hits, facets: this.#facets.map((facet) => facet.outcome()) };
  }
}
