/*
 * The scripts that OpenSearch runs, in Painless. What differs between queries are parameters, so that each script is
 * compiled once.
 */

/**
 * What a term is worth in a field: `_score` is its frequency, `b` its weight, `k` and `a` the constant and the slope of
 * the length `f` of the field (docs/matching.md, section 4).
 */
const WORTH = 'params.b * _score / (_score + params.k + params.a * doc[params.f].value)';

/** The worth of a term on top of 1, which counts the terms that match. */
export const COUNTED_WORTH = `return 1.0 + ${WORTH};`;
export const TERM_WORTH = `return ${WORTH};`;

/**
 * The score of a field from the sum of its terms: each of the `n` terms that matches adds 1, and what they are worth
 * adds up to less than 1, in units of `z`.
 */
export const FIELD_SCORE = `
double matched = Math.floor(_score);
double worth = _score - matched;
double coverage = Math.min(1.0, matched / doc[params.f].value) * matched / params.n;
return params.z * worth * (1.0 + coverage);`;

/** Metres between a location as the index has it and a point, as in src/values/geolocation-value.ts. */
const METRES = `
double sine(double degrees) {
  double half = Math.sin(degrees * Math.PI / 180.0 / 2.0);
  return half * half;
}
double metres(String place, double lat, double lon) {
  int comma = place.indexOf(',');
  int end = place.indexOf(';');
  double toLat = Double.parseDouble(place.substring(0, comma));
  double toLon = Double.parseDouble(place.substring(comma + 1, end < 0 ? place.length() : end));
  double h = sine(toLat - lat)
    + Math.cos(lat * Math.PI / 180.0) * Math.cos(toLat * Math.PI / 180.0) * sine(toLon - lon);
  return 2.0 * 6371008.8 * Math.asin(Math.min(1.0, Math.sqrt(h)));
}`;

/** Whether a location is at least `from` and less than `to` metres away. */
export const DISTANCE_FILTER = `${METRES}
if (!doc.containsKey(params.f)) return false;
for (String place : doc[params.f]) {
  double away = metres(place, params.lat, params.lon);
  if (away >= params.from && away < params.to) return true;
}
return false;`;

/** A distance that stands for a missing one in sorts. */
export const NOWHERE = 1e300;

/** The distance to sort by; `missing` without a location. */
export const DISTANCE_SORT = `${METRES}
if (!doc.containsKey(params.f) || doc[params.f].size() == 0) return params.missing;
List all = new ArrayList();
for (String place : doc[params.f]) all.add(metres(place, params.lat, params.lon));
Collections.sort(all);
int size = all.size();
if (params.mode == 'min') return all.get(0);
if (params.mode == 'max') return all.get(size - 1);
if (params.mode == 'median') {
  double upper = all.get(size / 2);
  double lower = all.get(size % 2 == 0 ? size / 2 - 1 : size / 2);
  return (lower + upper) / 2.0;
}
double sum = 0;
for (double one : all) sum += one;
return sum / size;`;

/** The place of a document's engine in a list. */
export const ENGINE_SORT = `
for (int i = 0; i < params.e.size(); i++) {
  long id = params.e[i];
  if (doc['e'].value == id) return i;
}
return -1;`;

/** A score and what its boosts add to it (docs/matching.md, section 8). */
export const BOOSTED = `${METRES}
double s = _score;
double sum = s;
for (def boost : params.boosts) {
  String f = boost.f;
  boolean has = doc.containsKey(f) && doc[f].size() > 0;
  double v = 0;
  boolean counts = false;
  if (boost.k == 'text') {
    if (has) for (String one : doc[f]) if (boost.v.contains(one)) counts = true;
    v = 1;
  } else if (boost.k == 'number') {
    if (has) for (double one : doc[f]) for (def other : boost.v) { double o = other; if (o == one) counts = true; }
    v = 1;
  } else if (boost.k == 'functional') {
    double x = has ? doc[f].get(0) : 0;
    counts = true;
    if (boost.n == 'linear') v = x;
    else if (boost.n == 'exponential') v = Math.min(Math.exp(x), 1e30);
    else v = x < 0 ? 0 : Math.log(1 + x);
  } else if (has) {
    double least = Double.POSITIVE_INFINITY;
    if (boost.k == 'near place') {
      for (String place : doc[f]) least = Math.min(least, metres(place, boost.lat, boost.lon));
    } else {
      double center = boost.c;
      for (double one : doc[f]) least = Math.min(least, Math.abs(one - center));
    }
    double scale = boost.s;
    double x = least / scale;
    counts = true;
    if (boost.n == 'linear') v = Math.max(0, 1 - x / 2);
    else if (boost.n == 'exponential') v = Math.exp(-Math.log(2) * x);
    else v = Math.exp(-Math.log(2) * x * x);
  }
  if (!counts) continue;
  double factor = boost.factor;
  sum += Math.max(boost.o == 'add' ? factor * v : s * factor * v - s, 0);
}
return Math.min(sum, 1e37);`;
