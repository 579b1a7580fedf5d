#!/bin/sh -e
isotypic generate petersen > graph.g6
isotypic inspect graph.g6
isotypic embed graph.g6 --input degree --rounds 0 --npy features.npy
