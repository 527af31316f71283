/** Real tokenizers that count and build prompts: JTokkit's o200k with no download, and any Hugging Face {@code tokenizer.json}. */
@NullMarked
package org.servedyno.bench.tokenizer;

import org.jspecify.annotations.NullMarked;
