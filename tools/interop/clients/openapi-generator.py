"""Asks for events after a local time and decides the first, with the client that openapi-generator wrote into apsis_client."""

import os
from datetime import datetime

import apsis_client
from apsis_client.models import UpdateDecisionRequest

settings = apsis_client.Configuration(host=os.environ["APSIS"], access_token=os.environ["TOKEN"])
events = apsis_client.ConjunctionsApi(apsis_client.ApiClient(settings))
after = datetime.fromisoformat(os.environ["AFTER"])
event = events.list_conjunctions(tca_after=after, limit=1)[0]
record = events.get_decision_with_http_info(event.conjunction_id)
step = UpdateDecisionRequest(action="DECIDE", decision="MONITOR", why="openapi-generator python")
try:
    events.update_decision(event.conjunction_id, step, if_match='"99"')
    refused = 0
except apsis_client.ApiException as error:
    refused = error.status
decided = events.update_decision(event.conjunction_id, step, if_match=record.headers["etag"])
print(event.conjunction_id, refused, decided.summary.state)
