import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/** The analyzers of App Search for English, by sub-field; "" is the field itself. */
final class RecipeAnalysis {
  private static final int LONGEST_PREFIX = 12;
  private static final int LONGEST_JOINED = 16;
  private static final int DELIMITER =
      WordDelimiterGraphFilter.GENERATE_WORD_PARTS
          | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
          | WordDelimiterGraphFilter.CATENATE_WORDS
          | WordDelimiterGraphFilter.CATENATE_NUMBERS
          | WordDelimiterGraphFilter.CATENATE_ALL
          | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE
          | WordDelimiterGraphFilter.SPLIT_ON_NUMERICS
          | WordDelimiterGraphFilter.STEM_ENGLISH_POSSESSIVE;

  /** Compounds as they are indexed: pairs only. */
  private static final Analyzer PAIRS = chain(input -> joined(input, false), false);

  static final Map<String, Analyzer> QUERY = new HashMap<>();

  static {
    QUERY.put("", chain(RecipeAnalysis::stopped, false));
    QUERY.put("stem", chain(input -> new KStemFilter(stopped(input)), false));
    QUERY.put("prefix", chain(input -> input, false));
    QUERY.put("joined", chain(input -> joined(input, true), false));
    QUERY.put("delimiter", chain(input -> new KStemFilter(stopped(input)), true));
  }

  private static final Analyzer PREFIXES =
      chain(input -> new EdgeNGramTokenFilter(input, 1, LONGEST_PREFIX, false), false);

  static final Analyzer INDEX = new AnalyzerWrapper(Analyzer.PER_FIELD_REUSE_STRATEGY) {
    @Override
    protected Analyzer getWrappedAnalyzer(String field) {
      String sub = field.substring(field.indexOf('.') + 1);
      if (sub.equals("prefix")) return PREFIXES;
      if (sub.equals("joined")) return PAIRS;
      return QUERY.getOrDefault(sub, QUERY.get(""));
    }
  };

  private RecipeAnalysis() {}

  private interface Step {
    TokenStream after(TokenStream input);
  }

  /** Tokenizer, width, lower case and folding, which all chains share, then the specific filters. */
  private static Analyzer chain(Step own, boolean isDelimiter) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokenizer = isDelimiter ? new WhitespaceTokenizer() : new StandardTokenizer();
        TokenStream cut = isDelimiter ? new WordDelimiterGraphFilter(tokenizer, DELIMITER, null) : tokenizer;
        TokenStream folded = new ASCIIFoldingFilter(new LowerCaseFilter(new CJKWidthFilter(cut)));
        return new TokenStreamComponents(tokenizer, own.after(folded));
      }
    };
  }

  private static TokenStream stopped(TokenStream input) {
    return new StopFilter(input, EnglishAnalyzer.ENGLISH_STOP_WORDS_SET);
  }

  private static TokenStream joined(TokenStream input, boolean withSingles) {
    ShingleFilter pairs = new ShingleFilter(new KStemFilter(input), 2, 2);
    pairs.setTokenSeparator("");
    pairs.setOutputUnigrams(withSingles);
    return new LengthFilter(pairs, 0, LONGEST_JOINED);
  }
}
