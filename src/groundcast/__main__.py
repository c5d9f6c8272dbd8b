"""`python -m groundcast` is the `groundcast` command."""

from groundcast.surfaces.cli import main

if __name__ == "__main__":
    main()
