import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.MMapDirectory;

/** The index of App Search: every text field with all its sub-fields. */
final class RecipeIndex {
  private static final int AT_ONCE = 10_000;
  /** Longer values are left out, as in App Search. */
  private static final int LONGEST_VALUE = 2048;
  private static final FieldType WITH_POSITIONS = type(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
  private static final FieldType WITH_COUNTS = type(IndexOptions.DOCS_AND_FREQS);
  private static final FieldType DOCUMENTS = type(IndexOptions.DOCS);

  private RecipeIndex() {}

  private static FieldType type(IndexOptions options) {
    FieldType type = new FieldType();
    type.setIndexOptions(options);
    type.setTokenized(true);
    type.freeze();
    return type;
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig(RecipeAnalysis.INDEX).setOpenMode(IndexWriterConfig.OpenMode.CREATE);
  }

  static int load(Path rows, Path folder) throws IOException {
    try (IndexWriter writer = new IndexWriter(new MMapDirectory(folder), config());
        BufferedReader reader = Files.newBufferedReader(rows)) {
      int count = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine(), count++) {
        writer.addDocument(document(new Row(line)));
      }
      writer.commit();
      change(rows, writer);
      return count;
    }
  }

  private static void change(Path rows, IndexWriter writer) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(rows)) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine(), number++) {
        if (Row.isDeleted(number)) writer.deleteDocuments(new Term("id", new Row(line).id));
        if (!Row.isReplaced(number)) continue;
        Row row = new Row(line);
        writer.updateDocument(new Term("id", row.id), document(row));
      }
      writer.commit();
    }
  }

  /**
   * The time to build on one thread, from parsed rows until all are searchable, without reading, parsing and syncing to
   * disk. The buffer is large, so that Lucene merges little.
   */
  static String timedBuild(Path rows, Path folder) throws IOException {
    IndexWriterConfig config = config().setRAMBufferSizeMB(256).setMergeScheduler(new SerialMergeScheduler());
    long nanos = 0;
    int count = 0;
    try (IndexWriter writer = new IndexWriter(new MMapDirectory(folder), config);
        BufferedReader reader = Files.newBufferedReader(rows)) {
      for (List<Row> batch = read(reader); !batch.isEmpty(); batch = read(reader)) {
        long started = System.nanoTime();
        for (Row row : batch) writer.addDocument(document(row));
        nanos += System.nanoTime() - started;
        count += batch.size();
      }
      long started = System.nanoTime();
      DirectoryReader.open(writer).close();
      nanos += System.nanoTime() - started;
    }
    return "built\t" + count + "\t" + nanos + "\t" + Serve.bytes(folder);
  }

  private static List<Row> read(BufferedReader reader) throws IOException {
    List<Row> batch = new ArrayList<>();
    while (batch.size() < AT_ONCE) {
      String line = reader.readLine();
      if (line == null) break;
      batch.add(new Row(line));
    }
    return batch;
  }

  private static Document document(Row row) {
    Document document = new Document();
    Columns.addId(document, row);
    addText(document, "name", row.name);
    addText(document, "summary", row.summary);
    addText(document, "body", row.body);
    addText(document, "section", row.section);
    addText(document, "maintainer", row.maintainer);
    addText(document, "priority", row.priority);
    for (String tag : row.tags) addText(document, "tags", tag);
    Columns.addNumbers(document, row);
    return document;
  }

  private static void addText(Document document, String field, String text) {
    document.add(new Field(field, text, WITH_POSITIONS));
    document.add(new Field(field + ".stem", text, WITH_POSITIONS));
    document.add(new Field(field + ".prefix", text, DOCUMENTS));
    document.add(new Field(field + ".joined", text, WITH_COUNTS));
    document.add(new Field(field + ".delimiter", text, WITH_COUNTS));
    if (text.length() <= LONGEST_VALUE) Columns.addValue(document, field, text);
  }
}
