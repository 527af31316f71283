package org.servedyno.harness.cli.session;

import org.servedyno.harness.study.StudyEnd;
import org.servedyno.results.store.Json;

/** The document that {@code run --json} and {@code demo --json} print: {@code study.json}'s. */
final class StudyJson {
    private StudyJson() {}

    static String of(StudyEnd end) {
        return Json.pretty(Json.document(end.result(), end.result().simulated()));
    }
}
