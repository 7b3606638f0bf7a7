"""From positions to 0..N-1 and back."""
