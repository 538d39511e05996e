"""Changes to two answers, each of which takes one kind of difference away and nothing else."""
