package org.servedyno.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.tokenizer.Tokenizers;

class ExampleConversationsTest {
    @Test
    void sixty_requests_of_varied_length_come_out_with_no_download() throws Exception {
        try (Tokenizer tokenizer = Tokenizers.open(Tokenizers.BUNDLED)) {
            RequestSet set = RequestSets.build(
                    Workloads.shareGpt("../examples/conversations.json", 60, OptionalInt.empty()), tokenizer);
            assertThat(set.notices()).isEmpty();
            assertThat(set.requests()).extracting(WorkloadRequest::prompt).doesNotHaveDuplicates();
            assertThat(set.requests())
                    .extracting(WorkloadRequest::outputTokens)
                    .anyMatch(n -> n < 15)
                    .anyMatch(n -> n > 250);
        }
    }
}
