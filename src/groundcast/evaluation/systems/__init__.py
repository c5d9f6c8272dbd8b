"""What is compared: the product's search and plain baselines, all over the same index."""

from groundcast.evaluation.systems.bm25 import Bm25
from groundcast.evaluation.systems.dense import Dense
from groundcast.evaluation.systems.product import Product
from groundcast.evaluation.systems.protocol import System
from groundcast.evaluation.systems.rank_fusion import RankFusion

PRODUCT = Product.name
# The product comes last: it is compared with those before it.
SYSTEMS: dict[str, type[System]] = {
    system.name: system for system in (Bm25, Dense, RankFusion, Product)
}
