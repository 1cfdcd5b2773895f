import java.net.URI;
import java.net.http.*;

public class Quickstart {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("https://soupis.example/api/v1/firma/00514152"))
        .header("Authorization", "Bearer " + System.getenv("SOUPIS_KEY"))
        .build();
    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) throw new IllegalStateException(answer.body());
    System.out.println(answer.body());
  }
}
