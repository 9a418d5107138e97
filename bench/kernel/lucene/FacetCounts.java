import java.io.IOException;
import java.util.PriorityQueue;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.OrdinalMap;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;

/**
 * Counts values of one field over all matching documents, as Elasticsearch does for fields with few values: by ordinal
 * within each segment, mapped to global ordinals (computed once per reader) at the end.
 */
final class FacetCounts implements Collector {
  private static final int SIZE = 10;
  private final FacetField field;
  private final int[][] perLeaf;

  FacetCounts(FacetField field, int leaves) {
    this.field = field;
    perLeaf = new int[leaves][];
  }

  @Override
  public ScoreMode scoreMode() {
    return ScoreMode.COMPLETE_NO_SCORES;
  }

  @Override
  public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
    SortedSetDocValues values = DocValues.getSortedSet(context.reader(), field.name);
    int[] counts = new int[(int) values.getValueCount()];
    perLeaf[context.ord] = counts;
    SortedDocValues single = DocValues.unwrapSingleton(values);
    if (single != null) return new LeafCollector() {
      @Override
      public void setScorer(Scorable scorer) {}

      @Override
      public void collect(int doc) throws IOException {
        if (single.advanceExact(doc)) counts[single.ordValue()]++;
      }
    };
    return new LeafCollector() {
      @Override
      public void setScorer(Scorable scorer) {}

      @Override
      public void collect(int doc) throws IOException {
        if (!values.advanceExact(doc)) return;
        for (long ord = values.nextOrd(); ord != SortedSetDocValues.NO_MORE_ORDS; ord = values.nextOrd()) {
          counts[(int) ord]++;
        }
      }
    };
  }

  /** Looks up the ten most frequent values and returns the sum of their counts. */
  long largest() throws IOException {
    int[] totals = new int[field.valueCount];
    for (int leaf = 0; leaf < perLeaf.length; leaf++) {
      int[] counts = perLeaf[leaf];
      if (counts == null) continue;
      for (int ord = 0; ord < counts.length; ord++) {
        if (counts[ord] > 0) totals[field.globalOrd(leaf, ord)] += counts[ord];
      }
    }
    PriorityQueue<long[]> best = new PriorityQueue<>((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(b[1], a[1]));
    for (int ord = 0; ord < totals.length; ord++) {
      if (totals[ord] == 0 || (best.size() == SIZE && totals[ord] <= best.peek()[0])) continue;
      if (best.size() == SIZE) best.poll();
      best.add(new long[] {totals[ord], ord});
    }
    long sum = 0;
    for (long[] one : best) {
      if (field.value((int) one[1]).length() >= 0) sum += one[0];
    }
    return sum;
  }

  /** A field's global ordinals, computed once per reader. */
  static final class FacetField {
    final String name;
    final int valueCount;
    private final OrdinalMap map;
    private final SortedSetDocValues all;

    FacetField(String name, SortedSetDocValues all, OrdinalMap map) {
      this.name = name;
      this.all = all;
      this.map = map;
      valueCount = (int) all.getValueCount();
    }

    int globalOrd(int leaf, int ord) {
      return map == null ? ord : (int) map.getGlobalOrds(leaf).get(ord);
    }

    String value(int ord) throws IOException {
      return all.lookupOrd(ord).utf8ToString();
    }
  }
}
