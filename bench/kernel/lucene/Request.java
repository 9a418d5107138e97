import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.LatLonDocValuesField;
import org.apache.lucene.document.LatLonPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;

/** A line of the parent: "ask", then columns words, sections, sizes, place, facets, sort, cap. */
final class Request {
  final String words;
  final String[] facets;
  final String sort;
  final int cap;
  private final String[] sections;
  private final String[] sizes;
  private final String[] place;

  Request(String[] column) {
    words = column[1];
    sections = column[2].isEmpty() ? new String[0] : column[2].split("\u001f");
    sizes = column[3].isEmpty() ? new String[0] : column[3].split(",");
    place = column[4].isEmpty() ? new String[0] : column[4].split(",");
    facets = column[5].isEmpty() ? new String[0] : column[5].split(",");
    sort = column[6];
    cap = Integer.parseInt(column[7]);
  }

  Query filtered(Query query) {
    if (sections.length + sizes.length + place.length == 0) return query;
    BooleanQuery.Builder all = new BooleanQuery.Builder().add(query, Occur.MUST);
    if (sections.length > 0) {
      List<BytesRef> values = new ArrayList<>();
      for (String section : sections) values.add(new BytesRef(section));
      all.add(new TermInSetQuery("section.enum", values), Occur.FILTER);
    }
    if (sizes.length > 0) {
      double from = Double.parseDouble(sizes[0]);
      double to = DoublePoint.nextDown(Double.parseDouble(sizes[1]));
      // Sizes are not negative: their bits sort like the numbers, so the column can be compared as it is.
      all.add(
          new IndexOrDocValuesQuery(
              DoublePoint.newRangeQuery("size", from, to),
              NumericDocValuesField.newSlowRangeQuery(
                  "size", NumericUtils.doubleToSortableLong(from), NumericUtils.doubleToSortableLong(to))),
          Occur.FILTER);
    }
    if (place.length > 0) {
      double lat = Double.parseDouble(place[0]);
      double lon = Double.parseDouble(place[1]);
      double metres = Double.parseDouble(place[2]) * 1000;
      all.add(
          new IndexOrDocValuesQuery(
              LatLonPoint.newDistanceQuery("location", lat, lon, metres),
              LatLonDocValuesField.newSlowDistanceQuery("location", lat, lon, metres)),
          Occur.FILTER);
    }
    return all.build();
  }
}
