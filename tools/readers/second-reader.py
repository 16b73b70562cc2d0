# What brahe, a reader that is not part of Apsis, says of names and texts of ephemerides. JSON with "names" and "texts" comes on standard input.
import importlib.metadata, json, sys
import brahe

# Every time but that of a header is in the text with its digits: only seconds are compared.
def utc(epoch):
    return None if epoch is None else str(epoch).removesuffix(" UTC").replace(" ", "T") + "Z"

def name(text):
    try:
        one = brahe.SpaceTrackEphemerisFileName.parse(text)
    except brahe.BraheError as error:
        return {"name": text, "refused": str(error)}
    return {
        "name": text, "dataType": one.data_type, "noradId": one.norad_cat_id, "objectName": one.object_name,
        "dayOfYear": one.day_of_year, "hour": one.hour, "minute": one.minute, "kind": str(one.category).lower(),
        "metadata": one.metadata, "classification": one.classification.lower(), "written": str(one),
    }

def text(source):
    try:
        one = brahe.ITC.from_str(source)
    except brahe.BraheError as error:
        return {"text": source, "refused": str(error)}
    head = one.header
    return {
        "text": source, "created": utc(head.created), "start": utc(head.ephemeris_start), "stop": utc(head.ephemeris_stop),
        "step": head.step_size, "source": head.ephemeris_source,
        "frame": str(head.covariance_frame) if one.has_covariance else None,
        "states": [[utc(state.epoch), *map(float, state.position), *map(float, state.velocity)] for state in one.states],
        "covariances": [[list(map(float, row)) for row in matrix] for matrix in one.covariances or []],
    }

asked = json.load(sys.stdin)
print(json.dumps({
    "version": "brahe " + importlib.metadata.version("brahe"),
    "names": [name(one) for one in asked["names"]],
    "texts": [text(one) for one in asked["texts"]],
}))
