"""Settings for all tests."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "baumeister", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=25
)
settings.load_profile("baumeister")
