import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BlendedTermQuery;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;

/**
 * The query of App Search at its default precision: dis-max over the sub-fields, each cross-field; or a fuzzy match in
 * the stems of one field.
 */
final class RecipeQuery {
  private static final String[] SUB_FIELDS = {"", "stem", "prefix", "joined", "delimiter"};
  private static final float[] WEIGHTS = {1, 0.95f, 0.1f, 0.75f, 0.4f};
  private static final float FUZZY_WEIGHT = 0.1f;
  private static final int FIXED_LETTERS = 2;
  private static final int EXPANSIONS = 50;

  private RecipeQuery() {}

  static Query of(String text) throws IOException {
    if (text.isEmpty()) return new MatchAllDocsQuery();
    BooleanQuery.Builder either = new BooleanQuery.Builder();
    List<Query> groups = new ArrayList<>();
    for (int i = 0; i < SUB_FIELDS.length; i++) {
      Query group = acrossFields(text, SUB_FIELDS[i], WEIGHTS[i]);
      if (group != null) groups.add(group);
    }
    if (!groups.isEmpty()) either.add(new DisjunctionMaxQuery(groups, 0), Occur.SHOULD);
    either.add(bestField(text), Occur.SHOULD);
    return either.build();
  }

  /** Each word in any of the fields, as if they were one field, with a minimum number of words. */
  private static Query acrossFields(String text, String sub, float weight) throws IOException {
    List<List<String>> positions = words(text, RecipeAnalysis.QUERY.get(sub));
    if (positions.isEmpty()) return null;
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (List<String> words : positions) {
      if (words.size() == 1) {
        all.add(blended(words.get(0), sub, weight), Occur.SHOULD);
        continue;
      }
      BooleanQuery.Builder any = new BooleanQuery.Builder();
      for (String word : words) any.add(blended(word, sub, weight), Occur.SHOULD);
      all.add(any.build(), Occur.SHOULD);
    }
    return all.setMinimumNumberShouldMatch(needed(positions.size())).build();
  }

  private static Query blended(String word, String sub, float weight) {
    BlendedTermQuery.Builder blended =
        new BlendedTermQuery.Builder().setRewriteMethod(BlendedTermQuery.DISJUNCTION_MAX_REWRITE);
    for (int i = 0; i < WordsQuery.FIELDS.length; i++) {
      blended.add(new Term(name(WordsQuery.FIELDS[i], sub), word), WordsQuery.WEIGHTS[i] * weight);
    }
    return blended.build();
  }

  /** A fuzzy match of any word in the stems of the best scoring field. */
  private static Query bestField(String text) throws IOException {
    List<List<String>> positions = words(text, RecipeAnalysis.QUERY.get("stem"));
    List<Query> fields = new ArrayList<>();
    for (int i = 0; i < WordsQuery.FIELDS.length; i++) {
      BooleanQuery.Builder any = new BooleanQuery.Builder();
      for (List<String> words : positions) {
        for (String word : words) any.add(fuzzy(new Term(name(WordsQuery.FIELDS[i], "stem"), word)), Occur.SHOULD);
      }
      fields.add(new BoostQuery(any.build(), WordsQuery.WEIGHTS[i] * FUZZY_WEIGHT));
    }
    return new DisjunctionMaxQuery(fields, 0);
  }

  private static Query fuzzy(Term term) {
    int length = term.text().codePointCount(0, term.text().length());
    int edits = length < 3 ? 0 : length < 6 ? 1 : 2;
    return new FuzzyQuery(term, edits, FIXED_LETTERS, EXPANSIONS, true);
  }

  /** "1<-1 3<49%" */
  private static int needed(int words) {
    return words <= 1 ? words : words <= 3 ? words - 1 : (int) (0.49 * words);
  }

  private static String name(String field, String sub) {
    return sub.isEmpty() ? field : field + "." + sub;
  }

  /** The words of a text, grouped by position. */
  private static List<List<String>> words(String text, Analyzer analyzer) throws IOException {
    List<List<String>> positions = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (increment.getPositionIncrement() > 0 || positions.isEmpty()) positions.add(new ArrayList<>());
        positions.get(positions.size() - 1).add(term.toString());
      }
      stream.end();
    }
    return positions;
  }
}
