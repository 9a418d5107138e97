import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocsCollector;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.search.TopScoreDocCollector;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.MMapDirectory;

/** An open index: runs queries, one thread, no query cache. */
final class Reader {
  private static final String[] FACETS = {"section", "maintainer", "priority", "tags"};
  private static final int HITS = 10;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final Map<String, FacetCounts.FacetField> facets = new HashMap<>();

  Reader(Path folder) throws IOException {
    reader = DirectoryReader.open(new MMapDirectory(folder));
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    for (String name : FACETS) {
      String field = name + ".enum";
      SortedSetDocValues values = MultiDocValues.getSortedSetValues(reader, field);
      if (values == null) continue;
      var map = values instanceof MultiDocValues.MultiSortedSetDocValues
          ? ((MultiDocValues.MultiSortedSetDocValues) values).mapping
          : null;
      facets.put(name, new FacetCounts.FacetField(field, values, map));
    }
  }

  int segments() {
    return reader.leaves().size();
  }

  /** The results and the time of a search; reading the ids is not included in the time. */
  static final class Outcome {
    long total;
    long nanos;
    long counted;
    String ids;
  }

  /** The time includes building the query. */
  Outcome search(Request request, QueryMaker maker) throws IOException {
    Outcome outcome = new Outcome();
    long started = System.nanoTime();
    Query query = request.filtered(maker.make());
    TopDocsCollector<?> top = request.sort.isEmpty()
        ? TopScoreDocCollector.create(HITS, request.cap)
        : TopFieldCollector.create(new Sort(new SortField(request.sort, SortField.Type.DOUBLE, true)), HITS, request.cap);
    FacetCounts[] counts = new FacetCounts[request.facets.length];
    if (counts.length == 0) {
      searcher.search(query, top);
    } else {
      Collector[] all = new Collector[counts.length + 1];
      all[0] = top;
      for (int i = 0; i < counts.length; i++) {
        counts[i] = new FacetCounts(facets.get(request.facets[i]), reader.leaves().size());
        all[i + 1] = counts[i];
      }
      searcher.search(query, MultiCollector.wrap(all));
    }
    TopDocs docs = top.topDocs();
    for (FacetCounts one : counts) outcome.counted += one.largest();
    outcome.nanos = System.nanoTime() - started;
    outcome.total = docs.totalHits.value;
    StringBuilder ids = new StringBuilder();
    for (ScoreDoc hit : docs.scoreDocs) ids.append(ids.length() == 0 ? "" : " ").append(reader.document(hit.doc).get("id"));
    outcome.ids = ids.toString();
    return outcome;
  }

  interface QueryMaker {
    Query make() throws IOException;
  }
}
