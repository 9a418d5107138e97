/** A line of a file of words or texts (bench/kernel/rows.ts). */
final class Row {
  final String id;
  final String name;
  final String summary;
  final String body;
  final String section;
  final String maintainer;
  final String priority;
  final String[] tags;
  final double size;
  final long published;
  final double lat;
  final double lon;

  Row(String line) {
    String[] column = line.split("\t", -1);
    id = column[0];
    name = column[1];
    summary = column[2];
    body = column[3];
    section = column[4];
    maintainer = column[5];
    priority = column[6];
    tags = column[7].isEmpty() ? new String[0] : column[7].split("\u001f");
    size = Double.parseDouble(column[8]);
    published = Long.parseLong(column[9]);
    lat = Math.max(-90, Math.min(90, Double.parseDouble(column[10])));
    lon = Math.max(-180, Math.min(180, Double.parseDouble(column[11])));
  }

  /** What happens to a document after the load; the same rule as in bench/data-set.ts. */
  static boolean isReplaced(int number) {
    return number % 20 == 10 && number % 40 != 10;
  }

  static boolean isDeleted(int number) {
    return number % 40 == 10;
  }
}
