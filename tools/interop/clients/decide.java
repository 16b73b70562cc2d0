import apsis.client.ApiClient;
import apsis.client.ApiException;
import apsis.client.api.ConjunctionsApi;
import apsis.client.model.Conjunction;
import apsis.client.model.Decision;
import apsis.client.model.UpdateDecisionRequest;
import java.time.OffsetDateTime;

/** Asks for events after a local time and decides the first, with the client that openapi-generator wrote. */
public class Decide {
  public static void main(String[] words) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("APSIS"));
    String token = System.getenv("TOKEN");
    client.setRequestInterceptor(request -> request.header("authorization", "Bearer " + token));
    ConjunctionsApi events = new ConjunctionsApi(client);
    OffsetDateTime after = OffsetDateTime.parse(System.getenv("AFTER"));
    Conjunction event =
        events
            .listConjunctions(
                null, null, after, null, null, null, null, null, null, null, null, null, null, null, null, null, 1, null)
            .get(0);
    String version =
        events.getDecisionWithHttpInfo(event.getConjunctionId()).getHeaders().get("etag").get(0);
    UpdateDecisionRequest step =
        new UpdateDecisionRequest()
            .action(UpdateDecisionRequest.ActionEnum.DECIDE)
            .decision(UpdateDecisionRequest.DecisionEnum.MONITOR)
            .why("openapi-generator java");
    int refused = 0;
    try {
      events.updateDecision(event.getConjunctionId(), step, "\"99\"");
    } catch (ApiException error) {
      refused = error.getCode();
    }
    Decision decided = events.updateDecision(event.getConjunctionId(), step, version);
    System.out.println(
        event.getConjunctionId() + " " + refused + " " + decided.getSummary().getState());
  }
}
