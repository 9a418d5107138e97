import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.util.CharTokenizer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.MMapDirectory;

/** The index of the kernel level: words unchanged, with positions; Lucene's defaults for buffers and merges. */
final class KernelIndex {
  private static final FieldType TEXT = new FieldType();

  static {
    TEXT.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
    TEXT.setTokenized(true);
    TEXT.freeze();
  }

  /** Splits at spaces only: the text is already split into words. */
  private static final Analyzer BLANKS = new Analyzer() {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer tokenizer = new CharTokenizer() {
        @Override
        protected boolean isTokenChar(int character) {
          return character != ' ';
        }
      };
      return new TokenStreamComponents(tokenizer);
    }
  };

  private KernelIndex() {}

  /** Loads all rows, then writes some again and deletes some; returns the number of rows. */
  static int load(Path rows, Path folder) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(BLANKS).setOpenMode(IndexWriterConfig.OpenMode.CREATE);
    try (IndexWriter writer = new IndexWriter(new MMapDirectory(folder), config)) {
      int count = 0;
      try (BufferedReader reader = Files.newBufferedReader(rows)) {
        for (String line = reader.readLine(); line != null; line = reader.readLine(), count++) {
          writer.addDocument(document(new Row(line)));
        }
      }
      writer.commit();
      try (BufferedReader reader = Files.newBufferedReader(rows)) {
        int number = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine(), number++) {
          if (Row.isDeleted(number)) writer.deleteDocuments(new Term("id", new Row(line).id));
          if (!Row.isReplaced(number)) continue;
          Row row = new Row(line);
          writer.updateDocument(new Term("id", row.id), document(row));
        }
      }
      writer.commit();
      return count;
    }
  }

  private static Document document(Row row) {
    Document document = new Document();
    Columns.addId(document, row);
    document.add(new Field("name", row.name, TEXT));
    document.add(new Field("summary", row.summary, TEXT));
    document.add(new Field("body", row.body, TEXT));
    Columns.addValue(document, "section", row.section);
    Columns.addValue(document, "maintainer", row.maintainer);
    Columns.addValue(document, "priority", row.priority);
    for (String tag : row.tags) Columns.addValue(document, "tags", tag);
    Columns.addNumbers(document, row);
    return document;
  }
}
