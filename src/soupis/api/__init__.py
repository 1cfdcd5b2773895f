"""REST: endpoints, parameters, CSV, rate-limit headers, errors and the OpenAPI description."""
