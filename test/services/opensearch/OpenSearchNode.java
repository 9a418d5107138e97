import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.plugins.Plugin;

/** One OpenSearch node in this process: HOME NAME HTTP_PORT TRANSPORT_PORT SEED_PORTS INITIAL_NAMES, lists with commas. */
public class OpenSearchNode {
  static final List<String> MODULES =
      List.of(
          "org.opensearch.transport.Netty4Plugin",
          "org.opensearch.analysis.common.CommonAnalysisPlugin",
          "org.opensearch.index.mapper.MapperExtrasPlugin",
          "org.opensearch.painless.PainlessPlugin");

  public static void main(String[] args) throws Exception {
    Path home = Path.of(args[0]).toAbsolutePath();
    Files.createDirectories(home.resolve("config"));
    List<String> seeds = new ArrayList<>();
    for (String port : args[4].split(",")) seeds.add("127.0.0.1:" + port);
    Settings settings =
        Settings.builder()
            .put("path.home", home.toString())
            .put("path.data", home.resolve("data").toString())
            .put("path.logs", home.resolve("logs").toString())
            .put("cluster.name", "findling-test")
            .put("node.name", args[1])
            .put("http.port", args[2])
            .put("transport.port", args[3])
            .put("network.host", "127.0.0.1")
            .put("discovery.seed_hosts", String.join(",", seeds))
            .put("cluster.initial_cluster_manager_nodes", args[5])
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            .put("node.processors", 2)
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            // The garbage collector of a small heap waits until it is full, which is no reason to refuse requests.
            .put("indices.breaker.total.use_real_memory", false)
            .build();
    List<Class<? extends Plugin>> plugins = new ArrayList<>();
    for (String name : MODULES) plugins.add(Class.forName(name).asSubclass(Plugin.class));
    var node = new OpenSearchRunnerNode(new Environment(settings, home.resolve("config")), plugins);
    // The tests may be killed.
    ProcessHandle.current().parent().ifPresent(
        parent -> parent.onExit().thenRun(() -> Runtime.getRuntime().halt(0)));
    node.start();
    Thread.currentThread().join();
  }
}
