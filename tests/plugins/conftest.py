from tests.plugins.installation import installed

__all__ = ["installed"]
