"""A game for tests: walks on small random graphs, with a repetition rule and a mirror symmetry.

A token stands on one of 16 nodes, the mirror image of node k being node 15 - k. The mover takes it along an edge;
some edges decide the game at once, who cannot move has lost, and a move straight back is forbidden.
"""
