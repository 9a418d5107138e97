import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/** The query of the kernel level (bench/kernel/question.ts): all words in one field, weighted sum over fields. */
final class WordsQuery {
  static final String[] FIELDS = {"name", "summary", "body"};
  static final float[] WEIGHTS = {5, 3, 1};

  private WordsQuery() {}

  static Query of(String text) {
    if (text.isEmpty()) return new MatchAllDocsQuery();
    String[] words = text.split(" ");
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (int i = 0; i < FIELDS.length; i++) {
      any.add(new BoostQuery(inField(words, FIELDS[i]), WEIGHTS[i]), Occur.SHOULD);
    }
    return any.build();
  }

  private static Query inField(String[] words, String field) {
    if (words.length == 1) return new TermQuery(new Term(field, words[0]));
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (String word : words) all.add(new TermQuery(new Term(field, word)), Occur.MUST);
    return all.build();
  }
}
