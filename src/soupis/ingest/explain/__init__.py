"""Why a company is shown as it is: what each source said, which rule chose, what waits to be done."""
