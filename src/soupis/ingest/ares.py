"""Take over answers of ARES: claims, activities and register extracts of single companies."""
