import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.lucene.search.Query;

/**
 * Lucene for the benchmark: reads lines and responds to each with one; columns are separated by tabs.
 *
 *   kernel|recipe ROWS FOLDER   builds that index            loaded DOCUMENTS NANOS SEGMENTS BYTES
 *   ask ...                     searches it (Request.java)   answer TOTAL NANOS COUNTED IDS
 *   build ROWS FOLDER           builds the recipe's index    built DOCUMENTS NANOS BYTES
 *   anything that fails                                      error TEXT
 *
 * Times are taken here, so that they exclude communication between the processes.
 */
final class Serve {
  private static boolean isRecipe;
  private static Reader reader;

  private Serve() {}

  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String answer;
      try {
        answer = answer(line.split("\t", -1));
      } catch (Exception | OutOfMemoryError error) {
        answer = "error\t" + String.valueOf(error).replaceAll("[\t\r\n]", " ");
      }
      out.println(answer);
      out.flush();
    }
  }

  private static String answer(String[] column) throws IOException {
    switch (column[0]) {
      case "ask":
        return ask(new Request(column));
      case "build":
        return RecipeIndex.timedBuild(Path.of(column[1]), Path.of(column[2]));
      default:
        isRecipe = column[0].equals("recipe");
        return load(Path.of(column[1]), Path.of(column[2]));
    }
  }

  private static String load(Path rows, Path folder) throws IOException {
    long started = System.nanoTime();
    int count = isRecipe ? RecipeIndex.load(rows, folder) : KernelIndex.load(rows, folder);
    long nanos = System.nanoTime() - started;
    reader = new Reader(folder);
    return "loaded\t" + count + "\t" + nanos + "\t" + reader.segments() + "\t" + bytes(folder);
  }

  private static String ask(Request request) throws IOException {
    Reader.Outcome outcome = reader.search(request, () -> query(request));
    return "answer\t" + outcome.total + "\t" + outcome.nanos + "\t" + outcome.counted + "\t" + outcome.ids;
  }

  private static Query query(Request request) throws IOException {
    return isRecipe ? RecipeQuery.of(request.words) : WordsQuery.of(request.words);
  }

  static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      long sum = 0;
      for (Path file : (Iterable<Path>) files::iterator) sum += Files.size(file);
      return sum;
    }
  }
}
