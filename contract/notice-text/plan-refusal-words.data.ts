/** The words for reasons that forbid a plan or a step of one: by code, and by case if it has several. */
export const PLAN_REFUSAL_WORDS = {
  en: {
    'no-satellite': 'Neither object of the event is a satellite of yours.',
    'no-message': 'There is no message of the event: only a message can be planned with.',
    'no-probability': 'The message has no probability to plan with: {{reason}}.',
    contact: 'No contact by which the satellite can be commanded is known before the closest approach.',
    'lead-time':
      'The start would be {{start}}, but commands take {{leadTimeH}} h{{ready}}: the earliest start is {{earliest}}.',
    'lead-time-contact':
      'The start would be {{start}}, but from the first contact on commands take {{leadTimeH}} h{{ready}}: the earliest start is {{earliest}}.',
    warmUp: ' and the engine {{warmUpS}} s to warm up',
    slew: ' and turning {{slewS}} s',
    'after-tca': 'A burn at or after the closest approach avoids nothing.',
    'after-tca-drag': 'A change of area at or after the closest approach avoids nothing.',
    'blackout-start':
      'The start would be {{start}}, in {{blackout}} from {{from}} to {{to}}{{why}}: choose another start, or give `until` to search around it.{{hint}}',
    'blackout-through':
      'From {{start}} to {{end}} the plan would go through {{blackout}} from {{from}} to {{to}}{{why}}: choose another start, or give `until` to search around it.{{hint}}',
    ENTERED: 'the blackout',
    CONTACT: 'the contact with {{place}}, in which the satellite does not burn,',
    ECLIPSE: 'the eclipse, in which the satellite does not burn,',
    SHADOW_UNKNOWN:
      'the time more than {{days}} days before the closest approach, of which nothing is known of the shadow of the Earth, in which the satellite does not burn,',
    noMass: ' Without wetMass the burn counts as long as its longest one (maxBurnS).',
    wideEdges:
      ' Give the satellite its wetMass and dragArea: as nothing is known of its drag, its eclipses count long.',
    window:
      'From the start, or the earliest command, to `until` there is no time before the closest approach outside the blackouts{{kinds}}.{{hint}}',
    'strategy-SHORT_TERM':
      'It is too late for a burn of the short term: it starts by {{latest}}, and the earliest start that a command still reaches is {{earliest}}.',
    'strategy-LONG_TERM':
      'It is too late for a burn of the long term: it starts by {{latest}}, and the earliest start that a command still reaches is {{earliest}}.',
    'strategy-drag': 'A change of area has a start and no strategy.',
    'planned-burn-none':
      'No burn of the satellite with a Δv is announced for after the closest approach: enter it as a burn notice.',
    'planned-burn-drag': 'Only a burn of an engine can be moved, and no change of area.',
    'planned-burn-frame':
      'The planned burn is announced in {{frame}}, which names no axes that are known: announce it in RTN or EME2000.',
    'ENTERED-all': 'entered',
    'CONTACT-all': 'contacts',
    'ECLIPSE-all': 'eclipses',
    'SHADOW_UNKNOWN-all': 'an unknown shadow',
    attitude: 'Only a satellite that moves by drag has an attitude of least area in its propulsion.',
    spent: 'What the satellite has left, {{leftMps}} m/s, is less than its smallest burn of {{leastMps}} m/s.',
    mass: 'How long a continuous burn takes depends on the mass: give the satellite its wetMass.',
    'no-engine-NONE':
      'The satellite cannot manoeuvre. What is left: the attitude of least area, tracking of the other object, an agreement with its operator.',
    'no-engine-UNKNOWN': 'Nobody has said how the satellite manoeuvres: give its propulsion first.',
    direction:
      'The thrusters of the satellite cannot push along the direction that is asked for, in neither sense: it is {{angleDeg}}° off.',
    'burn-duration':
      'The burn would take {{arcS}} s of at most {{longestS}} s an orbit, and has to end before the closest approach.',
    'burn-duration-attitude': 'The attitude would be held for {{holdH}} h of at most {{longestH}} h.',
    'burn-duration-held':
      'The attitude would be held for {{holdS}} s of at most {{longestS}} s, and until the closest approach.',
    method: 'The event is assessed along curved orbits: a change of area is planned in the plane.',
    'drag-unknown':
      'Nothing is known of the drag of the satellite: the message has no CD_AREA_OVER_MASS. Give the satellite its wetMass and dragArea.',
    'drag-unknown-areas':
      'The areas of its attitudes are assumed, {{leastM2}} to {{mostM2}} m², and do not fit a satellite of {{usualM2}} m²: enter them in its propulsion.',
    'held-area':
      'The satellite can show {{leastM2}} to {{mostM2}} m² against the flow, and {{heldM2}} m² is asked for.',
    'held-area-usual': 'The satellite shows {{heldM2}} m² against the flow as it is: there is nothing to change.',
    'held-area-attitude': 'The attitude of least area has its own area: ask for that attitude or for an area.',
    'held-area-engine': 'Only a satellite that moves by drag changes its area against the flow.',
    orbit: 'The orbits of the message cannot be followed: {{reason}}',
    'too-many-candidates':
      '{{waiting}} candidates wait for their screening, of {{most}} at most: ask again when some are screened.',
    transition: 'A plan that is {{from}} cannot become {{to}}. From here it can become {{next}}.',
    'transition-end': 'A plan that is {{from}} cannot become {{to}}. It is at its end.',
    'older-message': 'The plan stands on an older message: plan it anew on the one that counts.',
    'left-out': 'The event that the burn is made for cannot be left out.',
    'left-out-lapsed': 'What the plan left out of its screening counts again: screen it anew.',
    'newer-data-APPROVED':
      'Since the screening something has come that it does not hold, a message of an event, another plan or an announced burn: it is screened anew by itself, which takes some seconds. Look at the new screening then.',
    'newer-data-EXPORTED':
      'Something has come that the burn has not been held against yet, a message of an event, another plan or an announced burn: that takes some seconds. Ask again then; where it fails, you are told.',
    'command-too-late': 'The last time for a command, {{commit}}, has passed.',
    'not-begun': 'The burn has not begun yet.',
    'service-account': 'A service account cannot approve: a person has to.',
    'second-person': 'Whoever made or changed the plan cannot approve it: your organisation asks for a second person.',
    'they-move': 'It is agreed that the other object moves: two burns must not meet.',
    replaces: 'It would take the place of {{plan}}, which is on its way: say that you have seen that.',
    'mitigated-already': 'A burn has mitigated this event already: say that you have seen that.',
    'incomplete-not-reached': 'The burn does not reach its target: to approve it, write why.',
    'incomplete-verdict': 'The screening says {{verdict}}: to approve it, write why.',
    'incomplete-left-out': 'The screening left events out: to approve it, write why.',
    'incomplete-not-screened': 'The screening says nothing: to approve it, write why.',
    'incomplete-outside': 'Write what an outside screening answered, or why none was asked.',
    'incomplete-agreement': 'The other object can manoeuvre: write who moves, as agreed with its operator.',
    'incomplete-found': 'Give the burn as it was found after it.',
    'incomplete-found-why': 'No data of the platform show this: write how you know it.',
    'silent-burn':
      'The message of the plan does not know that {{name}} has moved unannounced (at least {{deltaVMps}} m/s between {{from}} and {{to}}).',
    'not-yet-verifiable':
      'Not yet verifiable: 1σ is {{sigmaMps}} m/s, of at most 10 % of the planned {{plannedMps}} m/s.',
    'not-as-planned':
      '{{foundMps}} m/s were found and {{plannedMps}} planned: more than 3σ apart. It can become PARTIAL.',
    'as-planned': 'What was found is what was planned: it can become VERIFIED.',
    'too-costly': 'The plan takes {{what}}: ask for a later start or a shorter window.',
    'contacts-too-costly':
      'The contacts up to the closest approach take {{what}}: plan when it is nearer, or enter the contacts that are booked.',
    'shadow-too-costly': 'To find the shadow of the Earth about the burn takes {{what}}: ask for a later start.',
    'path-too-costly':
      'To fly the path of the plan takes {{what}}. It is not screened against the catalogue or the fleet.',
    'file-too-costly': 'To write the file takes {{what}}: ask again when the machine has less to do.',
    'costly-time': 'more than {{most}} s',
    'costly-memory': 'more than {{most}} MiB of memory',
    'costly-answer': 'a longer answer than is allowed',
    'satellite-removed': 'The satellite of the plan was removed.',
    path: 'The path of the plan cannot be flown: {{reason}}',
    file: 'The file cannot be written: {{reason}}',
    'own-burn-order':
      'Burn {{burn}} begins at {{start}}, and the one before it ends at {{end}}: give burns in the order of their ignition, one after the other.',
    'own-burn-over': 'Burn {{burn}} begins at {{start}}, which is over.',
    'own-burn-ahead': 'Burn {{burn}} begins at {{start}}, more than {{days}} days ahead: no orbit is known so far.',
    'own-burn-span':
      'From the first burn to the end of the last are more than {{days}} days: make several plans of them.',
    'own-burn-turning':
      'Burn {{burn}} lasts {{durationS}} s in {{frame}}: under a burn of some length axes stay where they are at ignition. Give RTN, TNW or VNB, or several short burns.',
    'own-burn-axes': 'Burn {{burn}}: {{frame}} has no axes there ({{reason}}).',
    'own-burn-frame':
      'Burn {{burn}}, {{start}}, is given in {{frame}}, which names no axes that are known: give it in RTN, TNW, VNB or EME2000.',
    'own-burn-no-delta-v': 'Burn {{burn}}, {{start}}, has thrust or acceleration, and no Δv: type it in with its Δv.',
    'own-burn-size':
      'Burn {{burn}}, {{start}}, is none that can be flown: it has a Δv of more than 0 and up to 10,000 m/s an axis, and lasts {{days}} day at most.',
    'own-burn-many': 'The file has {{count}} burns; a plan has {{most}} at most.',
    'own-burn-no-orbit':
      'The satellite has neither an operational ephemeris with these burns nor an element set: upload its ephemeris.',
    'own-burn-engine':
      'The satellite has no engine: its propulsion is {{propulsion}}. Where that is wrong, change propulsion of the satellite first.',
    'own-burn-short':
      'The orbit of the satellite, {{name}}, ends at {{until}}, less than a revolution after burn {{burn}}: upload a longer ephemeris.',
    'own-burn-held':
      'The ephemeris {{name}} has a step of its velocity at {{start}}: it holds burn {{burn}} already. Upload one without it, or screen that ephemeris as it is.',
    'own-burn-hidden':
      'The states of the ephemeris {{name}} hold burn {{burn}} of {{start}} already. Upload one without it, or screen that ephemeris as it is.',
    'own-burn-unknown': 'The burns cannot be flown from {{name}}: {{reason}}',
    'own-burn-contact':
      'No contact that is known reaches burn {{burn}} at {{start}} with the {{hours}} h that commands take.',
    'own-burn-late':
      'Burn {{burn}} begins at {{start}}; commands take {{hours}} h, and the last time for them, {{commit}}, has passed.',
    'own-burn-unnamed': 'The message has burns of {{name}}, which is no satellite of yours: give satellite-id.',
    'own-burn-object': 'The message has burns of {{name}}, which is no satellite of yours.',
    'own-burn-other': 'The message has burns of {{name}}, which is another satellite than the one of satellite-id.',
    'own-burn-plan': 'This plan has burns of your own and no event: send burns in place of plan.',
    'own-burn-event': 'This plan is made for an event: send plan in place of burns.',
    'not-to-withdraw': 'Only what was exported, and then superseded or aborted, can be withdrawn.',
    'no-relative-motion': 'the objects do not move past each other',
    'covariance-not-positive-definite': 'a covariance is beyond repair',
    'covariance-not-given': 'an object has no covariance',
    'covariance-not-credible': 'a covariance cannot be that of an orbit',
    'message-contradicts-itself': 'the states contradict the miss distance or the relative speed of the message',
    'co-orbiting': 'the objects fly along together',
  },
  de: {
    'no-satellite': 'Keines der Objekte des Ereignisses ist ein eigener Satellit.',
    'no-message': 'Zu dem Ereignis gibt es keine Nachricht, und nur mit einer Nachricht lässt sich planen.',
    'no-probability': 'Die Nachricht nennt keine Wahrscheinlichkeit, mit der sich planen ließe: {{reason}}.',
    contact: 'Vor der größten Annäherung ist kein Kontakt bekannt, über den sich der Satellit kommandieren lässt.',
    'lead-time':
      'Beginn wäre {{start}}, aber Kommandos brauchen {{leadTimeH}} h{{ready}}: Der früheste Beginn ist {{earliest}}.',
    'lead-time-contact':
      'Beginn wäre {{start}}, aber vom ersten Kontakt an brauchen Kommandos {{leadTimeH}} h{{ready}}: Der früheste Beginn ist {{earliest}}.',
    warmUp: ', und das Triebwerk braucht {{warmUpS}} s zum Aufwärmen',
    slew: ', und das Drehen dauert {{slewS}} s',
    'after-tca': 'Ein Manöver bei der größten Annäherung oder danach vermeidet nichts.',
    'after-tca-drag': 'Eine Änderung der Fläche bei der größten Annäherung oder danach vermeidet nichts.',
    'blackout-start':
      'Beginn wäre {{start}}, und dann ist {{blackout}}, von {{from}} bis {{to}}{{why}}. Wählen Sie einen anderen Beginn, oder geben Sie `until` an: Dann wird darum herum gesucht.{{hint}}',
    'blackout-through':
      'Von {{start}} bis {{end}} dauert das Manöver, und dann ist {{blackout}}, von {{from}} bis {{to}}{{why}}. Wählen Sie einen anderen Beginn, oder geben Sie `until` an: Dann wird darum herum gesucht.{{hint}}',
    ENTERED: 'eine Sperrzeit',
    CONTACT: 'ein Kontakt mit {{place}}, in dem der Satellit nicht zündet',
    ECLIPSE: 'der Satellit im Erdschatten, in dem er nicht zündet',
    SHADOW_UNKNOWN:
      'es mehr als {{days}} Tage vor der größten Annäherung: Über den Erdschatten, in dem der Satellit nicht zündet, ist nichts bekannt',
    noMass: ' Ohne wetMass zählt das Manöver so lang wie das längste (maxBurnS).',
    wideEdges:
      ' Geben Sie dem Satelliten wetMass und dragArea: Da über seinen Luftwiderstand nichts bekannt ist, zählt der Erdschatten lang.',
    window:
      'Vom Beginn, oder vom frühesten Kommando, bis `until` gibt es vor der größten Annäherung keine Zeit außerhalb der Sperrzeiten{{kinds}}.{{hint}}',
    'strategy-SHORT_TERM':
      'Für ein kurzfristiges Manöver ist es zu spät: Es beginnt bis {{latest}}, und der früheste Beginn, den ein Kommando noch erreicht, ist {{earliest}}.',
    'strategy-LONG_TERM':
      'Für ein langfristiges Manöver ist es zu spät: Es beginnt bis {{latest}}, und der früheste Beginn, den ein Kommando noch erreicht, ist {{earliest}}.',
    'strategy-drag': 'Eine Änderung der Fläche hat einen Beginn und keine Strategie.',
    'planned-burn-none':
      'Für die Zeit nach der größten Annäherung ist kein Manöver des Satelliten mit einem Δv angekündigt: Tragen Sie es als Ankündigung ein.',
    'planned-burn-drag': 'Verschieben lässt sich nur ein Manöver eines Triebwerks und keine Änderung der Fläche.',
    'planned-burn-frame':
      'Das geplante Manöver ist in {{frame}} angekündigt, das keine bekannten Achsen nennt: Kündigen Sie es in RTN oder EME2000 an.',
    'ENTERED-all': 'eingetragene',
    'CONTACT-all': 'Kontakte',
    'ECLIPSE-all': 'Erdschatten',
    'SHADOW_UNKNOWN-all': 'nicht bekannter Schatten',
    attitude: 'Eine Lage mit der kleinsten Fläche hat nur ein Satellit, der sich durch Luftwiderstand bewegt.',
    spent: 'Was der Satellit noch hat, {{leftMps}} m/s, ist weniger als sein kleinstes Manöver von {{leastMps}} m/s.',
    mass: 'Wie lange ein Dauerschub brennt, hängt von der Masse ab: Geben Sie dem Satelliten wetMass.',
    'no-engine-NONE':
      'Der Satellit kann nicht manövrieren. Was bleibt: die Lage mit der kleinsten Fläche, Messungen des anderen Objekts, eine Absprache mit dessen Betreiber.',
    'no-engine-UNKNOWN': 'Niemand hat gesagt, wie der Satellit manövriert: Geben Sie zuerst seinen Antrieb an.',
    direction:
      'Die Triebwerke des Satelliten können in der verlangten Richtung in keinem Sinn schieben: Sie liegt {{angleDeg}}° daneben.',
    'burn-duration':
      'Das Manöver würde {{arcS}} s von höchstens {{longestS}} s je Umlauf dauern, und es muss vor der größten Annäherung enden.',
    'burn-duration-attitude': 'Die Lage würde {{holdH}} h von höchstens {{longestH}} h gehalten.',
    'burn-duration-held':
      'Die Lage würde {{holdS}} s von höchstens {{longestS}} s gehalten, und das bis zur größten Annäherung.',
    method:
      'Das Ereignis ist entlang gekrümmter Bahnen bewertet, eine Änderung der Fläche wird in der Ebene der Begegnung geplant.',
    'drag-unknown':
      'Über den Luftwiderstand des Satelliten ist nichts bekannt: In der Nachricht fehlt CD_AREA_OVER_MASS. Geben Sie dem Satelliten wetMass und dragArea.',
    'drag-unknown-areas':
      'Die Flächen seiner Lagen sind angenommen, {{leastM2}} bis {{mostM2}} m², und passen nicht zu einem Satelliten von {{usualM2}} m²: Geben Sie sie beim Antrieb an.',
    'held-area':
      'Der Satellit kann {{leastM2}} bis {{mostM2}} m² gegen die Strömung zeigen, und verlangt sind {{heldM2}} m².',
    'held-area-usual': 'Der Satellit zeigt der Strömung {{heldM2}} m², wie er ist: Daran ist nichts zu ändern.',
    'held-area-attitude':
      'Die Lage mit der kleinsten Fläche hat ihre eigene Fläche: Verlangen Sie diese Lage oder eine Fläche.',
    'held-area-engine':
      'Nur ein Satellit, der sich durch Luftwiderstand bewegt, ändert seine Fläche gegen die Strömung.',
    orbit: 'Den Bahnen der Nachricht lässt sich nicht folgen: „{{reason}}“',
    'too-many-candidates':
      '{{waiting}} Kandidaten warten auf ihr Screening, von höchstens {{most}}: Fragen Sie wieder, wenn einige geprüft sind.',
    transition: 'Ein Plan, der {{from}} ist, kann nicht {{to}} werden. Von hier aus kann er {{next}} werden.',
    'transition-end': 'Ein Plan, der {{from}} ist, kann nicht {{to}} werden. Er ist an seinem Ende.',
    'older-message': 'Der Plan beruht auf einer älteren Nachricht: Planen Sie ihn neu auf der, die zählt.',
    'left-out': 'Das Ereignis, für das das Manöver gedacht ist, kann nicht ausgelassen werden.',
    'left-out-lapsed': 'Was der Plan beim Screening ausließ, zählt wieder: Prüfen Sie ihn neu.',
    'newer-data-APPROVED':
      'Seit dem Screening ist etwas gekommen, das es nicht enthält, eine Nachricht eines Ereignisses, ein anderer Plan oder ein angekündigtes Manöver: Der Plan wird von selbst neu geprüft, das dauert einige Sekunden. Sehen Sie sich dann das neue Screening an.',
    'newer-data-EXPORTED':
      'Es ist etwas gekommen, an dem das Manöver noch nicht gemessen ist, eine Nachricht eines Ereignisses, ein anderer Plan oder ein angekündigtes Manöver: Das dauert einige Sekunden. Versuchen Sie es dann noch einmal; schlägt es fehl, werden Sie benachrichtigt.',
    'command-too-late': 'Der letzte Zeitpunkt für ein Kommando, {{commit}}, ist vorbei.',
    'not-begun': 'Das Manöver hat noch nicht begonnen.',
    'service-account': 'Ein Dienstkonto kann nicht freigeben: Das muss eine Person tun.',
    'second-person':
      'Wer den Plan gemacht oder geändert hat, kann ihn nicht freigeben: Ihre Organisation verlangt eine zweite Person.',
    'they-move': 'Es ist abgesprochen, dass das andere Objekt ausweicht: Zwei Manöver dürfen nicht zusammentreffen.',
    replaces: 'Er träte an die Stelle von {{plan}}, der unterwegs ist: Sagen Sie, dass Sie das gesehen haben.',
    'mitigated-already': 'Ein Manöver hat dieses Ereignis schon entschärft: Sagen Sie, dass Sie das gesehen haben.',
    'incomplete-not-reached': 'Das Manöver erreicht sein Ziel nicht: Für die Freigabe ist eine Begründung nötig.',
    'incomplete-verdict': 'Das Screening sagt {{verdict}}: Für die Freigabe ist eine Begründung nötig.',
    'incomplete-left-out': 'Das Screening hat Ereignisse weggelassen: Für die Freigabe ist eine Begründung nötig.',
    'incomplete-not-screened': 'Das Screening sagt nichts: Für die Freigabe ist eine Begründung nötig.',
    'incomplete-outside': 'Schreiben Sie, was ein äußeres Screening geantwortet hat, oder warum keines gefragt wurde.',
    'incomplete-agreement':
      'Das andere Objekt kann manövrieren: Schreiben Sie, wer nach der Absprache mit seinem Betreiber ausweicht.',
    'incomplete-found': 'Geben Sie an, wie das Manöver danach gefunden wurde.',
    'incomplete-found-why': 'Keine Daten der Plattform zeigen das: Schreiben Sie, woher Sie es wissen.',
    'silent-burn':
      'Die Nachricht des Plans weiß nicht, dass {{name}} sich unangekündigt bewegt hat (mindestens {{deltaVMps}} m/s zwischen {{from}} und {{to}}).',
    'not-yet-verifiable':
      'Noch nicht zu bestätigen: 1σ ist {{sigmaMps}} m/s, von höchstens 10 % der geplanten {{plannedMps}} m/s.',
    'not-as-planned':
      'Gefunden wurden {{foundMps}} m/s, geplant waren {{plannedMps}} m/s: mehr als 3σ Unterschied. Der Plan kann PARTIAL werden.',
    'as-planned': 'Gefunden wurde, was geplant war: Der Plan kann VERIFIED werden.',
    'too-costly': 'Der Plan braucht {{what}}. Wählen Sie einen späteren Beginn oder ein kürzeres Fenster.',
    'contacts-too-costly':
      'Die Kontakte bis zur größten Annäherung brauchen {{what}}. Planen Sie, wenn sie näher ist, oder tragen Sie die gebuchten Kontakte ein.',
    'shadow-too-costly':
      'Den Erdschatten um das Manöver zu berechnen braucht {{what}}. Wählen Sie einen späteren Beginn.',
    'path-too-costly':
      'Die Bahn des Plans zu fliegen braucht {{what}}. Sie wird nicht gegen Katalog und Flotte geprüft.',
    'file-too-costly':
      'Die Datei zu schreiben braucht {{what}}. Versuchen Sie es noch einmal, wenn die Maschine weniger zu tun hat.',
    'costly-time': 'mehr als {{most}} s',
    'costly-memory': 'mehr als {{most}} MiB Speicher',
    'costly-answer': 'eine längere Antwort, als erlaubt ist',
    'satellite-removed': 'Der Satellit des Plans wurde entfernt.',
    path: 'Die Bahn des Plans lässt sich nicht berechnen: „{{reason}}“',
    file: 'Die Datei lässt sich nicht schreiben: „{{reason}}“',
    'own-burn-order':
      'Manöver {{burn}} beginnt um {{start}}, und das davor endet um {{end}}: Geben Sie Manöver in der Folge ihrer Zündung an, eines nach dem anderen.',
    'own-burn-over': 'Manöver {{burn}} beginnt um {{start}}, das ist vorbei.',
    'own-burn-ahead':
      'Manöver {{burn}} beginnt um {{start}}, mehr als {{days}} Tage voraus: So weit ist keine Bahn bekannt.',
    'own-burn-span':
      'Vom ersten Manöver bis zum Ende des letzten sind es mehr als {{days}} Tage: Machen Sie mehrere Pläne daraus.',
    'own-burn-turning':
      'Manöver {{burn}} dauert {{durationS}} s in {{frame}}: Bei einem Manöver von einiger Dauer bleiben die Achsen, wo sie bei der Zündung sind. Geben Sie RTN, TNW oder VNB an, oder mehrere kurze Manöver.',
    'own-burn-axes': 'Manöver {{burn}}: {{frame}} hat dort keine Achsen ({{reason}}).',
    'own-burn-frame':
      'Manöver {{burn}}, {{start}}, ist in {{frame}} angegeben; diese Achsen sind nicht bekannt: Geben Sie es in RTN, TNW, VNB oder EME2000 an.',
    'own-burn-no-delta-v':
      'Manöver {{burn}}, {{start}}, hat Schub oder Beschleunigung und kein Δv: Geben Sie es mit seinem Δv ein.',
    'own-burn-size':
      'Manöver {{burn}}, {{start}}, lässt sich nicht fliegen: Es hat ein Δv über 0 und bis 10 000 m/s je Achse und dauert höchstens {{days}} Tag.',
    'own-burn-many': 'Die Datei hat {{count}} Manöver; ein Plan hat höchstens {{most}}.',
    'own-burn-no-orbit':
      'Der Satellit hat weder eine gültige Ephemeride, in der diese Manöver liegen, noch einen Bahnelementsatz: Laden Sie seine Ephemeride.',
    'own-burn-engine':
      'Der Satellit hat kein Triebwerk: Sein Antrieb ist {{propulsion}}. Ist das falsch, ändern Sie zuerst propulsion des Satelliten.',
    'own-burn-short':
      'Die Bahn des Satelliten, {{name}}, endet um {{until}}, weniger als einen Umlauf nach Manöver {{burn}}: Laden Sie eine längere Ephemeride.',
    'own-burn-held':
      'Die Ephemeride {{name}} hat um {{start}} einen Sprung der Geschwindigkeit: Sie enthält Manöver {{burn}} schon. Laden Sie eine ohne es, oder screenen Sie diese Ephemeride, wie sie ist.',
    'own-burn-hidden':
      'Die Zustände der Ephemeride {{name}} enthalten Manöver {{burn}} von {{start}} schon. Laden Sie eine ohne es, oder screenen Sie diese Ephemeride, wie sie ist.',
    'own-burn-unknown': 'Die Manöver lassen sich nicht von {{name}} aus fliegen: {{reason}}',
    'own-burn-contact':
      'Kein bekannter Kontakt erreicht Manöver {{burn}} um {{start}} mit den {{hours}} h, die Kommandos brauchen.',
    'own-burn-late':
      'Manöver {{burn}} beginnt um {{start}}; Kommandos brauchen {{hours}} h, und die letzte Zeit dafür, {{commit}}, ist vorbei.',
    'own-burn-unnamed':
      'Die Nachricht hat Manöver von {{name}}, das ist kein Satellit von Ihnen: Geben Sie satellite-id an.',
    'own-burn-object': 'Die Nachricht hat Manöver von {{name}}, das ist kein Satellit von Ihnen.',
    'own-burn-other': 'Die Nachricht hat Manöver von {{name}}; das ist ein anderer Satellit als der von satellite-id.',
    'own-burn-plan': 'Dieser Plan hat eigene Manöver und kein Ereignis: Senden Sie burns statt plan.',
    'own-burn-event': 'Dieser Plan gilt einem Ereignis: Senden Sie plan statt burns.',
    'not-to-withdraw': 'Nur was exportiert und dann ersetzt oder abgebrochen wurde, kann zurückgezogen werden.',
    'no-relative-motion': 'die Objekte bewegen sich nicht aneinander vorbei',
    'covariance-not-positive-definite': 'eine Kovarianz ist nicht zu reparieren',
    'covariance-not-given': 'ein Objekt hat keine Kovarianz',
    'covariance-not-credible': 'eine Kovarianz kann nicht die einer Bahn sein',
    'message-contradicts-itself':
      'die Zustände widersprechen dem Abstand oder der Relativgeschwindigkeit der Nachricht',
    'co-orbiting': 'die Objekte fliegen miteinander',
  },
}
