import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LatLonDocValuesField;
import org.apache.lucene.document.LatLonPoint;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.util.BytesRef;

/** The values of a document for filters, facets and sorts. */
final class Columns {
  private Columns() {}

  static void addId(Document document, Row row) {
    document.add(new StringField("id", row.id, Field.Store.YES));
  }

  static void addValue(Document document, String field, String value) {
    document.add(new StringField(field + ".enum", value, Field.Store.NO));
    document.add(new SortedSetDocValuesField(field + ".enum", new BytesRef(value)));
  }

  static void addNumbers(Document document, Row row) {
    document.add(new DoublePoint("size", row.size));
    document.add(new DoubleDocValuesField("size", row.size));
    document.add(new LongPoint("published", row.published));
    document.add(new NumericDocValuesField("published", row.published));
    document.add(new LatLonPoint("location", row.lat, row.lon));
    document.add(new LatLonDocValuesField("location", row.lat, row.lon));
  }
}
