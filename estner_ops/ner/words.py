"""Words that tell what a name is: legal forms, kinds of bodies, administrative and street words, titles.

Matched as whole words or word ends, never inside: "as" once made an organisation of Brasiilia.
"""

import re

_CASE_ENDING = "i|le|lt|l|ga|st|sse|s|ks|ta|ni|na|t|d|it|ile|ilt|il|iga|ist|isse|is|iks|ita|ini|ina"
LEGAL_FORM = re.compile(rf"(AS|OÜ|MTÜ|SA|TÜ|KÜ|UÜ|FIE|HÜ|SE|Ltd|GmbH|Oy|AB|SIA|UAB)(?:-?(?:{_CASE_ENDING}))?")

# Before a name proper these carry the case, and the name stays: "sihtasutusele Archimedes".
GENERIC_FIRST = frozenset({
    "aktsiaselts", "osaühing", "sihtasutus", "mittetulundusühing", "täisühing", "usaldusühing", "korteriühistu",
    "hooneühistu", "tulundusühistu", "ühistu", "selts", "ühing", "rahvusooper", "lasteaed", "ansambel", "klubi",
    "jalgpalliklubi", "spordiklubi", "erakond", "kirjastus", "muuseum", "teater", "kinnisvarabüroo", "advokaadibüroo",
})  # fmt: skip
