import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/**
 * The query tree of the kernel level (bench/kernel/tree.ts). Nodes have blanks between them: "t:word", "p:word" for a
 * beginning, "1:word" and "2:word" for so many edits.
 */
final class Tree {
  static final String[] FIELDS = {"name", "summary", "body"};
  static final float[] WEIGHTS = {5, 3, 1};
  private static final int FIXED_LETTERS = 2;
  private static final int EXPANSIONS = 50;

  private Tree() {}

  static Query of(Request request) {
    if (request.what.isEmpty()) return new MatchAllDocsQuery();
    String[] nodes = request.what.split(" ");
    if (nodes.length == 1) return inAnyField(nodes[0]);
    Occur occur = request.op.equals("and") ? Occur.MUST : Occur.SHOULD;
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (String node : nodes) all.add(inAnyField(node), occur);
    return all.build();
  }

  private static Query inAnyField(String node) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (int i = 0; i < FIELDS.length; i++) {
      any.add(new BoostQuery(leaf(node, FIELDS[i]), WEIGHTS[i]), Occur.SHOULD);
    }
    return any.build();
  }

  private static Query leaf(String node, String field) {
    Term term = new Term(field, node.substring(2));
    switch (node.charAt(0)) {
      case 't':
        return new TermQuery(term);
      case 'p':
        return new PrefixQuery(term);
      default:
        return new FuzzyQuery(term, node.charAt(0) - '0', FIXED_LETTERS, EXPANSIONS, true);
    }
  }
}
