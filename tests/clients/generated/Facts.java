// Facts read with the client that openapi-generator makes for Java. See tests/clients/test_generated.py.
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.*;
import java.time.LocalDate;
import java.util.*;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Facts {
  static final String ICO = "00514152", UNVERIFIED = "12345679";

  public static void main(String[] arguments) throws Exception {
    Map<String, String> env = System.getenv();
    ApiClient client = new ApiClient();
    client.updateBaseUri(env.get("SOUPIS_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + env.get("SOUPIS_KEY")));
    FirmyApi companies = new FirmyApi(client);
    OsobyApi persons = new OsobyApi(client);
    SledovaniApi watching = new SledovaniApi(client);
    Map<String, Object> facts = new TreeMap<>();

    facts.put("found", companies.vyhledatFirmy(
        "budvar", null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 1)
        .getData().getFirmy().get(0).getIco());
    FirmaDetail detail = companies.detailFirmy(ICO, null, null).getData();
    LocalDate founded = detail.getDatumVzniku();
    StavDph state = detail.getDph().getStav();
    facts.put("name", detail.getObchodniJmeno());
    facts.put("founded", founded.toString());
    facts.put("vat", state.getValue());
    FirmaDetail day = companies.detailFirmy(ICO, LocalDate.of(2012, 3, 15), null).getData();
    facts.put("asOf", List.of(day.getkDatu().toString(), day.getUplnost().getStav()));

    List<String> unverified = new ArrayList<>();
    for (DphFirma item : companies.overitDph(new DphDotaz().ico(List.of(ICO, UNVERIFIED))).getData().getFirmy())
      if (item.getDph() == null) unverified.add(item.getIco());
    facts.put("unverified", unverified);

    List<String> natural = new ArrayList<>(), legal = new ArrayList<>();
    for (Spolecnik item : companies.detailFirmy(env.get("MIXED"), null, null).getData().getSpolecnici()) {
      Object person = item.getOsoba().getActualInstance();
      if (person instanceof FyzickaOsoba) natural.add(((FyzickaOsoba) person).getPrijmeni());
      else legal.add(((PravnickaOsoba) person).getObchodniJmeno());
    }
    facts.put("natural", natural);
    facts.put("legal", legal);

    String key = persons.vyhledatOsoby("novotny", null, null, null, null, null, 1)
        .getData().getOsoby().get(0).getKlic();
    Set<String> roles = new TreeSet<>();
    for (Angazma item : persons.profilOsoby(key, null, null).getData().getAngazma()) roles.add(item.getRole());
    facts.put("roles", roles);
    Path file = companies.exportovatFirmy(
        "budvar", null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null)
        .toPath();
    facts.put("csv", Files.readString(file).replace("\uFEFF", "").split(";")[0]);
    facts.put("suggested", new OstatniApi(client).naseptat("budv").get(0).getIco());
    facts.put("changes", companies.zmeny(0, 3, null, null, null).getData().getZmeny().size());

    NovyWebhook asked = new NovyWebhook().url(env.get("RECEIVER"))
        .oddily(List.of(NovyWebhook.OddilyEnum.INSOLVENCE, NovyWebhook.OddilyEnum.DPH));
    WebhookTajemstvi hook = watching.vytvoritWebhook(asked).getData();
    facts.put("webhook", List.of(hook.getOddily(), watching.smazatWebhook(hook.getId()).getData().getZruseno()));

    try {
      companies.detailFirmy("00000019", null, null);
    } catch (ApiException error) {
      ErrorEnvelope refused = client.getObjectMapper().readValue(error.getResponseBody(), ErrorEnvelope.class);
      facts.put("refused", List.of(refused.getChyba().getStatus(), refused.getChyba().getZprava()));
    }
    System.out.println(new ObjectMapper().writeValueAsString(facts));
  }
}
