"""Asks for events after a local time and decides the first, with the client that openapi-python-client wrote into apsis_client."""

import os
from datetime import datetime

from apsis_client import AuthenticatedClient
from apsis_client.api.conjunctions import get_decision, list_conjunctions, update_decision
from apsis_client.models import UpdateDecisionBody, UpdateDecisionBodyAction, UpdateDecisionBodyDecision

client = AuthenticatedClient(base_url=os.environ["APSIS"], token=os.environ["TOKEN"])
after = datetime.fromisoformat(os.environ["AFTER"])
event = list_conjunctions.sync(client=client, tca_after=after, limit=1)[0]
record = get_decision.sync_detailed(event.conjunction_id, client=client)
step = UpdateDecisionBody(
    action=UpdateDecisionBodyAction.DECIDE,
    decision=UpdateDecisionBodyDecision.MONITOR,
    why="openapi-python-client",
)


def decide(version):
    return update_decision.sync_detailed(event.conjunction_id, client=client, body=step, if_match=version)


refused = decide('"99"')
decided = decide(record.headers["etag"])
print(event.conjunction_id, int(refused.status_code), decided.parsed.summary.state.value)
