"""Commands that run bots: self-play, arena, analysis, training."""
